using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>A remedy that acts inside CPython (kits/python/lowtide_kit/remedies).</summary>
public abstract class PythonRemedy : KitRemedy
{
    protected override IReadOnlyList<KitLanguage> Languages => [KitLanguage.Python];

    /// <summary>Where every worker has what it inherited set aside already, the collector's copies are of before that: nothing is left to save.</summary>
    public override bool Helps(Finding finding, Recording recording) => finding.Id != "cpython.collector-copies"
        || !recording.Latest.Workers.All(worker => worker.Runtime?.Collector?.Frozen == true);

    /// <summary>What stays shared where no collection comes to inherited pages: the collector's share, less what reads would have copied.</summary>
    protected static Saving WithoutCollections(Recording recording)
    {
        var share = CollectorShare.Of(recording.Latest);
        return new Saving(share.LowBytes, share.HighBytes);
    }

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
