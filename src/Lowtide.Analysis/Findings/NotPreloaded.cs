using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Malloc;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// Every worker built its own copy of about the same memory after the fork: the application was not loaded before.
/// Told by size: workers of nearly one size, most of it theirs alone, under a master that is much smaller.
/// </summary>
public sealed class NotPreloaded : IFindingRule
{
    private const long SmallestWorker = 16 * Amount.MiB;

    /// <summary>By so much workers of one start-up may differ.</summary>
    private const double AboutTheSame = 1.25;

    /// <summary>Evidence of what loading it before the fork saves; below 0 it takes more.</summary>
    public const string LowBytes = "preload_low_bytes", HighBytes = "preload_high_bytes";

    /// <summary>Evidence of what malloc keeps of all that these workers hold: its own finding counts that too.</summary>
    public const string KeptBytes = "kept_by_malloc_bytes";

    public const string FindingId = "fork.not-preloaded";

    public string Id => FindingId;

    public string Title => "nothing is loaded before the fork";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var workers = family.Workers.Where(worker => worker.Census is not null).ToList();
        var own = workers.ConvertAll(worker => worker.Census!.Tally);
        if (own.Count < 2 || family.Master?.Memory.RssBytes is not { } masterRss)
            return Examination.Nothing;
        var built = own.ConvertAll(tally => tally.NewBytes + tally.UndecidedBytes);
        var (least, largest) = (built.Min(), built.Max());
        var inherited = own.Max(tally => tally.InheritedBytes);
        if (least < SmallestWorker || largest > least * AboutTheSame || inherited * 2 > least || masterRss > least)
            return Examination.Nothing;
        var boot = BootMemory.Of(recording, [.. workers.Zip(built)], SmallestWorker);
        var kept = KeptByMalloc.Of(family.Workers, _ => true)?.Bytes ?? 0;
        // The master then holds one copy of it, and what the workers copied of what they inherited may stay shared too.
        var loaded = Math.Min(least, boot.HighBytes);
        var most = built.Sum(bytes => Math.Min(bytes, boot.HighBytes)) + own.Sum(tally => tally.CopiedBytes) - loaded;
        // The master then holds what each of them built, and so much of it stays shared by each. Nobody knows what more.
        var low = (own.Count * Math.Min(family.BuiltAlikeBytes ?? 0, loaded)) - loaded;
        return Examination.Found(new Finding(
            Id,
            $"Nothing much is loaded before the fork: each of {own.Count} workers {Built(boot, family.BuiltAlikeBytes, least)}.",
            most,
            most / own.Count,
            [
                new Evidence(HighBytes, most,
                    $"loading it before the fork saves at most {Amount.Bytes(most)} of what they hold now: if no worker changes any of it"),
                new Evidence(LowBytes, low, low < 0
                    ? $"it may take {Amount.Bytes(-low)} more: the master then has it too, and workers copy what they use; confirm it with a trial"
                    : $"and at least {Amount.Bytes(low)}, if what is alike in two workers stays so"),
                Start(boot, family.BuiltAlikeBytes),
                .. family.BuiltAlikeBytes is { } alike
                    ? [new Evidence("built_alike_bytes", alike, $"{Amount.Bytes(alike)} are alike in two of them, and would surely stay shared")]
                    : Array.Empty<Evidence>(),
                new Evidence("built_least_bytes", least, $"the smallest worker built {Amount.Bytes(least)} after the fork, the largest {Amount.Bytes(largest)}:"
                    + " about the same, as the same start-up makes it"),
                .. kept > 0
                    ? [new Evidence(KeptBytes, kept, $"of all that, malloc keeps {Amount.Bytes(kept)} that was freed, which can be had back once")]
                    : Array.Empty<Evidence>(),
                new Evidence("inherited_bytes", inherited, $"none inherited more than {Amount.Bytes(inherited)}"),
                new Evidence("master_rss_bytes", masterRss, $"the master holds {Amount.Bytes(masterRss)}"),
            ])
        {
            IsCeiling = true,
        });
    }

    /// <summary>What start-up built is alike in two workers, but for what stands in another order; what their requests allocated since lies with it.</summary>
    private static string Built(BootMemory boot, long? alike, long least)
    {
        var high = Math.Min(boot.HighBytes, least);
        return boot.By == BootSource.Started
            ? $"built about {Amount.Bytes(high)} of its own at its start"
                + (high * AboutTheSame < least ? $", and has {Amount.Bytes(least)} since it served" : "")
            : alike is { } some && some * AboutTheSame >= high ? $"built about {Amount.Bytes(high)} of its own"
            : $"built {(alike is > 0 and var sure ? $"{Amount.Bytes(sure)} (sure)" : "0")} to {Amount.Bytes(high)} (with what requests allocated) of its own";
    }

    private static Evidence Start(BootMemory boot, long? alike) => new("start_high_bytes", boot.HighBytes, boot.By switch
    {
        BootSource.Started => $"workers that started meanwhile stood still at {Amount.Bytes(boot.HighBytes)} before they served: that is their start",
        BootSource.Youngest => $"the youngest worker built {Amount.Bytes(boot.HighBytes)}, and has served less than the others: no start takes more",
        _ => $"what of it was built at the start is not told: {Amount.Bytes(alike ?? 0)} to {Amount.Bytes(boot.HighBytes)}; "
            + "a recording in which a worker starts tells it",
    });
}
