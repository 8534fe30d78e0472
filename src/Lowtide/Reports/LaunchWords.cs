using Lowtide.Analysis;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Reports;

/// <summary>How that stands which a family was started with by 'lowtide run'.</summary>
internal static class LaunchWords
{
    /// <summary>To follow what is said of a remedy that is on: why it does nothing all the same; else empty.</summary>
    public static string HeldBack(RemedyInEffect entry, bool? ksmdOn) =>
        entry.TookEffect == true && ksmdOn == false && RemedyCatalogue.Find(entry.Id) is { Launch.MergePages: true }
            ? $", but nothing is merged: ksmd is off; {MergePages.HowToStart}"
            : "";

    /// <summary>What --watch-cycles has counted; null where nobody asked for it.</summary>
    public static string? CyclesWatch(FamilySnapshot family)
    {
        var watched = family.Serving.Where(member => member.Settings?.ContainsKey("LOWTIDE_WATCH_CYCLES") == true).ToList();
        if (watched.Count == 0)
            return null;
        if (watched.SelectMany(member => member.Notes?.Cycles ?? []).MaxBy(count => count.At) is { } last)
            return $"cycles watch: the last count, in process {last.ProcessId}, found {Amount.Bytes(last.Bytes)} that nothing reaches";
        return watched.TrueForAll(member => member.Runtime?.Collector is { Enabled: true, Generations: [{ Threshold: > 0 }, ..] })
            ? "cycles watch: on, but so is the collector, which frees them itself: nothing is counted"
            : "cycles watch: on, and no count yet; the first comes 30 s after a worker's fork, once it is idle";
    }
}
