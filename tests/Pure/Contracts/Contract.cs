using System.Reflection;
using System.Text.Json.Serialization;
using Lowtide.Reports;
using Lowtide.Reports.Blocks;
using Lowtide.Trials.Storage;

namespace Lowtide.Tests.Pure.Contracts;

/// <summary>A document that others rely on.</summary>
/// <param name="Lines">Of JSON lines, those that may follow the first, which is <paramref name="Record"/>.</param>
internal sealed record Contract(Type Record, IReadOnlyList<Type> Lines)
{
    public static IReadOnlyList<Contract> All { get; } =
    [
        .. new[] { typeof(JsonDocuments), typeof(ReportJson) }
            .SelectMany(context => context.GetCustomAttributesData())
            .Where(attribute => attribute.AttributeType == typeof(JsonSerializableAttribute))
            .Select(attribute => new Contract((Type)attribute.ConstructorArguments[0].Value!, [])),
        new Contract(typeof(TrialHeader), [typeof(RunLine), typeof(FailedLine), typeof(ResumedLine)]),
    ];

    /// <summary>lowtide/NAME/VERSION</summary>
    public string Title => TitleOf(Record)!;

    /// <summary>From the source's root.</summary>
    public string File => $"docs/schemas/{string.Join('-', Title.Split('/')[1..])}.schema.json";

    /// <returns>Null of what is no document by itself.</returns>
    public static string? TitleOf(Type record) => record.GetFields(BindingFlags.Public | BindingFlags.Static)
        .Where(field => field.IsLiteral && field.FieldType == typeof(string))
        .Select(field => (string)field.GetRawConstantValue()!)
        .SingleOrDefault(text => text.StartsWith("lowtide/", StringComparison.Ordinal));
}
