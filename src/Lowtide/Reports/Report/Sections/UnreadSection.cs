using Lowtide.Reports.Blocks;
using Lowtide.Writing;

namespace Lowtide.Reports.Report.Sections;

/// <summary>What could not be read or told, why, and what would give it.</summary>
internal sealed class UnreadSection : IReportSection
{
    private const int MostRows = 50;

    public ReportSection? Of(ReportMaterial material)
    {
        var missing = material.Recordings
            .SelectMany(recorded => Screen.Together(recorded.Diagnosis.CouldNotRead).Select(item => (recorded.Role, Item: item)))
            .ToList();
        if (missing.Count == 0)
            return null;
        var rows = missing.Take(MostRows).Select(each => (IReadOnlyList<string>)
            [each.Role is null ? each.Item.What : $"{each.Role}: {each.Item.What}", each.Item.Why, each.Item.Mend ?? "-"]).ToList();
        if (missing.Count > MostRows)
            rows.Add([$"{missing.Count - MostRows} more", "'lowtide explain' of the recording lists all", "-"]);
        return new ReportSection(
            "unread", "What could not be read",
            "Nothing was guessed in its place.",
            [TableBlock.Of("What is missing", ["what", "why", "what would give it"], rows)]);
    }
}
