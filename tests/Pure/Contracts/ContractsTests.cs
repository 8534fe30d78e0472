using Lowtide.Reports.Blocks;

namespace Lowtide.Tests.Pure.Contracts;

/// <summary>The schemas of all documents, and the types of the report's page, are made from the program's records and checked in.</summary>
public sealed class ContractsTests
{
    public static TheoryData<string> Names { get; } = [.. Made().Select(file => file.Path)];

    [Theory]
    [MemberData(nameof(Names))]
    public void What_is_checked_in_is_made_from_the_records(string path)
    {
        var text = Made().Single(file => file.Path == path).Text();
        Assert.True(Golden.Text(path, text) == text, $"{path} is not what the records say. {Golden.Renew}");
    }

    [Fact]
    public void No_schema_is_of_no_document() =>
        Assert.Equal(Contract.All.Select(contract => Path.GetFileName(contract.File)).Order(), Schemas.Files());

    private static IEnumerable<(string Path, Func<string> Text)> Made() =>
    [
        .. Contract.All.Select(contract => (contract.File, (Func<string>)(() => SchemaText.Of(contract)))),
        ("src/report-page/src/document.ts", () => TypeScriptText.Of(Contract.All.Single(contract => contract.Record == typeof(ReportDocument)))),
    ];
}
