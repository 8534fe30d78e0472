using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;
using Lowtide.Reports.Report.Sections;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>Two recordings are before and after a change only where they are of one server.</summary>
public sealed class TwoServersTests
{
    [Fact]
    public void Of_two_servers_nothing_is_called_before_or_after()
    {
        var material = Material("uwsgi", "celeryd");
        Assert.Equal(["first", "second"], material.Sources.Select(source => source.Role));
        Assert.StartsWith("Two servers: uwsgi held ", ReportAnswer.Of(material), StringComparison.Ordinal);
        var section = new BeforeAndAfterSection().Of(material)!;
        Assert.Equal("Two servers", section.Heading);
        Assert.Equal(["", "first", "second"], section.Blocks.OfType<TableBlock>().Single().Columns.Select(column => column.Name));
    }

    [Fact]
    public void Of_one_server_they_are()
    {
        var material = Material("uwsgi", "uwsgi");
        Assert.Equal(["before", "after"], material.Sources.Select(source => source.Role));
        Assert.Contains("at the end of the recording before", ReportAnswer.Of(material), StringComparison.Ordinal);
    }

    private static ReportMaterial Material(string one, string other) => ReportMaterial.Of(
        [("a.lowtide", MadeReports.Recording(copies: true, name: one)), ("b.lowtide", MadeReports.Recording(copies: false, name: other))], []);
}
