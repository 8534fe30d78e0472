using Lowtide.Analysis;
using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;

namespace Lowtide.Reports.Words;

/// <summary>How that stands which a family was started with by 'lowtide run'.</summary>
internal static class LaunchWords
{
    /// <summary>To follow what is said of a remedy that is on: why it does nothing all the same; else empty.</summary>
    public static string HeldBack(RemedyInEffect entry, bool? ksmdOn) =>
        IsHeldBack(entry, ksmdOn) ? $", but nothing is merged: ksmd is off; {MergePages.HowToStart}" : "";

    public static bool IsHeldBack(RemedyInEffect entry, bool? ksmdOn) =>
        entry.TookEffect == true && ksmdOn == false && RemedyCatalogue.Find(entry.Id) is { Launch.MergePages: true };

    public static string NothingMergedYet => $"kernel.merge-pages: nothing is merged yet, as ksmd is off; {MergePages.HowToStart}";

    /// <summary>What --watch-cycles has counted, and what follows for the memory until the next deploy.</summary>
    public static string CyclesWatch(CycleWatch watch, FamilySnapshot family) => $"cycles watch: {watch switch
    {
        { Last: null, CollectorOn: true } => "on, but so is the collector, which frees them itself: nothing is counted",
        // uWSGI gives a thread no interpreter while it waits (kits/python/lowtide_kit/idle.py).
        { Last: null } => "on, and no count yet; the first comes 30 s after a worker's fork, "
            + (ServerProgram.Of(family) == ServerProgram.Uwsgi ? "with the requests that follow" : "once it is idle"),
        { Last: { } last } => $"the last count, in process {last.ProcessId}, found {Amount.Bytes(last.Bytes)} in unreachable cycles{Growth(watch)}",
    }}";

    private static string Growth(CycleWatch watch) => watch switch
    {
        { BytesPerSecond: null } => "; how fast they grow a second count tells",
        { BytesPerSecond: <= 0 } => "; they do not grow, and will not fill the memory before the next deploy",
        { SecondsToFill: { } lasts, UntilDeploySeconds: { } deploy } =>
            $"; they grow by {watch.Rate}, which "
            + (lasts < deploy ? "fills" : "will not fill")
            + $" the {Amount.Bytes(watch.AvailableBytes!.Value)} available before the next deploy, {Amount.Time(deploy)} after the last",
        _ => $"; they grow by {watch.Rate}",
    };
}
