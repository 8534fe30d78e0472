using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Writing;

namespace Lowtide.Reports.Words;

/// <summary>What a verb could not read or tell, why, and what would give it.</summary>
internal static class UnreadWords
{
    /// <returns>A line each; null where it read all.</returns>
    public static ReportSection? Section(IReadOnlyList<Unreadable> couldNotRead) => couldNotRead.Count == 0 ? null : new ReportSection(
        "unread", "Could not read", "",
        [new TextBlock(null, null, [.. Screen.Together(couldNotRead)
            .Select(same => $"{same.What}: {(same.Mend is null ? same.Why : $"{same.Why}; {same.Mend}")}")])]);
}
