using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Every rule there is. A new one is its file and a line here.</summary>
public static class FindingRules
{
    public static readonly IReadOnlyList<IFindingRule> All =
    [
        new CollectorCopies(),
        new CollectorTurnedOn(),
        new CyclesGrow(),
        new ReferenceCountCopies(),
        new CopiedUnchanged(),
        new ReallyChanged(),
        new NotPreloaded(),
        new SharingFell(),
        new GrowingMemory(),
        new ShutdownCopies(),
        new RubyHeapCopied(),
        new RubyFreeSlots(),
        new ThreadArenas(),
        new FreeKept(),
        new PreloadNotServing(),
        new ArenaMaxIgnored(),
        new InducedCollections(),
        new BlockingGen2(),
        new Gen2AsOften(),
        new LargeObjects(),
        new Gen2Deaths(),
        new LohWaits(),
        new MemoryLimit(),
        new TimeInCollections(),
        new SlowRequestsHeldUp(),
    ];

    /// <summary>All findings, those of most seconds of pauses first, then of most bytes, and all that the rules could not tell.</summary>
    public static Examination Examine(Recording recording)
    {
        var examinations = All.Where(rule => Subject.Fits(rule.Id, recording.Latest.Runtime)).Select(rule => rule.Examine(recording)).ToList();
        return new Examination(
            [.. examinations.SelectMany(each => each.Findings)
                .OrderByDescending(finding => finding.Seconds ?? 0).ThenByDescending(finding => finding.Bytes ?? 0)],
            [.. examinations.SelectMany(each => each.CouldNotTell)]);
    }
}
