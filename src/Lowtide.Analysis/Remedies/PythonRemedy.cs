using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>A remedy that acts inside CPython (kits/python/lowtide_kit/remedies).</summary>
public abstract class PythonRemedy : KitRemedy
{
    protected override IReadOnlyList<KitLanguage> Languages => [KitLanguage.Python];

    /// <summary>
    /// Where every worker has what it inherited set aside already, or its collector never ran since the fork, nothing is left to save: copies are of before
    /// that, or another's.
    /// </summary>
    public override bool Helps(Finding finding, Recording recording) => finding.Id != CollectorCopies.FindingId
        || !recording.Latest.Workers.All(worker => worker.Runtime?.Collector?.Frozen == true
            || CollectionsSinceFork.Of(recording.Latest, worker) is { NeverRan: true });

    /// <summary>What stays shared where no collection of a worker's comes to inherited pages; all of it in vain where the master may collect.</summary>
    protected static Saving WithoutCollections(Recording recording)
    {
        var saving = OfWorkers(recording);
        return !MasterMayCollect(recording.Latest) ? saving : saving with
        {
            LowBytes = 0, RestsOn = "Celery's pool may collect in the master before each fork, which no remedy in a worker changes",
        };
    }

    /// <summary>The collector's share, less what reads would have copied.</summary>
    protected static Saving OfWorkers(Recording recording)
    {
        var share = CollectorShare.OfWorkers(recording.Latest);
        return new Saving(share.LowBytes, share.HighBytes);
    }

    /// <summary>
    /// Celery's pool does with brokers such as Redis and RabbitMQ (celery/concurrency/asynpool.py, _create_worker_process), and not with others; the
    /// workers' own collections hide it from their counters.
    /// </summary>
    protected static bool MasterMayCollect(FamilySnapshot family) => ServerProgram.Of(family) == ServerProgram.Celery;

    /// <summary>Garbage in cycles that stays where nothing collects it.</summary>
    /// <param name="mostEach">That a process keeps before it collects all the same; null where it never does.</param>
    /// <returns>Null where the collectors have looked everywhere, and freed nothing.</returns>
    protected static MemoryCost? Uncollected(Recording recording, long? mostEach)
    {
        var most = mostEach * recording.Latest.Serving.Count;
        if (CyclicGarbage.Of(recording) is not { } garbage)
            return new MemoryCost(0, 0, most, IsOpen: true, IsKnown: false,
                "how much garbage its collector frees is not known: record the server under load");
        return garbage is { ObjectsPerSecond: 0, OldCounted: true } ? null : new MemoryCost(
            garbage.LowBytesPerSecond, garbage.HighBytesPerSecond, most, IsOpen: true, IsKnown: true,
            $"{garbage.ObjectsPerSecond:N0} objects in cycles that the collector frees a second "
                + (garbage.UnderLoad ? "under the load of the recording" : "since the start; under more load more"));
    }
}
