using System.Globalization;

namespace Forms;

/// <summary>Which of the four mends are on. As published: none.</summary>
/// <param name="ChunkedRights">Access rights are ChunkedHashSet and not HashSet.</param>
/// <param name="ChunkedLists">Registers are ChunkedList and not List.</param>
/// <param name="StreamedDocuments">Documents are written as they are made, and never whole in memory.</param>
/// <param name="LimitPercent">Of the memory that the watcher is told of, above which it collects; null: no watcher.</param>
internal sealed record CodeForms(bool ChunkedRights, bool ChunkedLists, bool StreamedDocuments, int? LimitPercent)
{
    public static CodeForms FromEnvironment() => new(
        Choice("RIGHTS", "framework", "chunked"),
        Choice("LISTS", "framework", "chunked"),
        Choice("DOCUMENTS", "whole", "streamed"),
        Environment.GetEnvironmentVariable("LIMIT") is "off" ? null : Number("LIMIT", 60, 1, 100));

    private static bool Choice(string name, string published, string mended)
    {
        var value = Environment.GetEnvironmentVariable(name) ?? published;
        return value == mended || (value == published ? false : throw new FormatException($"{name} is '{value}'; it is {published} or {mended}"));
    }

    public static int Number(string name, int otherwise, int least, int most)
    {
        if (Environment.GetEnvironmentVariable(name) is not { Length: > 0 } value)
            return otherwise;
        return int.TryParse(value, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most
            ? number
            : throw new FormatException($"{name} is '{value}'; it is a number from {least} to {most}");
    }
}
