using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings.Watching;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <summary>Whom the kernel killed for memory within a stretch of a history, newest first.</summary>
internal static class KillsSection
{
    private const int MostNamed = 2, MostRows = 20;

    /// <summary>In a line each; null where nobody was killed.</summary>
    public static ReportSection? Of(Diagnosis diagnosis)
    {
        // What is said of remedies that would do harm takes a line of the screen, too.
        var named = MostNamed - (diagnosis.Answer.Declined.Count > 0 ? 1 : 0);
        return Section(diagnosis.Kills, named, shown => [.. shown.Select(KillWords.Line), $"cause by the look before: {KillWords.Cause(diagnosis.Kills!)}"]);
    }

    /// <summary>With all that is known of each.</summary>
    public static ReportSection? Detailed(Diagnosis diagnosis) => Section(diagnosis.Kills, MostRows, shown => [.. shown.Select(KillWords.Detail)]);

    private static ReportSection? Section(IReadOnlyList<WatchedEvent>? kills, int most, Func<IReadOnlyList<WatchedEvent>, IReadOnlyList<string>> lines)
    {
        if (kills is not { Count: > 0 })
            return null;
        var shown = kills.Take(most).ToList();
        var (named, all) = (KillWords.Count(shown), KillWords.Count(kills));
        return new ReportSection("kills", named < all ? $"Killed for memory: {named:N0} of {all:N0}" : "Killed for memory", "",
            [new TextBlock(null, null, lines(shown))]);
    }
}
