using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.EvidenceRows;

/// <summary>Pauses in a sentence.</summary>
internal static class PauseWords
{
    public static string Text(IEnumerable<DotNetCollection> collections)
    {
        var pauses = collections.Select(collection => collection.PauseSeconds).ToList();
        return $"{Unit.Seconds.Text(pauses.Sum())} of pauses, the longest {Unit.Seconds.Text(pauses.Max())}";
    }
}
