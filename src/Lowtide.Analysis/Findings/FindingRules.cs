using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Every rule there is. A new one is its file and a line here.</summary>
public static class FindingRules
{
    public static readonly IReadOnlyList<IFindingRule> All =
    [
        new CollectorCopies(),
        new MasterCollects(),
        new CollectorTurnedOn(),
        new FullCollectionComing(),
        new Uncollected(),
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
        new RubyMadeCode(),
        new OtherHeap(),
        new ThreadArenas(),
        new FreeKept(),
        new PreloadNotServing(),
        new ArenaMaxIgnored(),
        new InducedCollections(),
        new ToolCollections(),
        new BlockingGen2(),
        new Gen2AsOften(),
        new LargeObjects(),
        new Gen2Deaths(),
        new LohWaits(),
        new MemoryLimit(),
        new TimeInCollections(),
        new FarAboveUsual(),
        new SlowRequestsHeldUp(),
    ];

    /// <summary>What a finding is in a few words.</summary>
    public static string Title(Finding finding) => All.First(rule => rule.Id == finding.Id).Title;

    /// <summary>What explains less of the memory leads no list, whatever else there is.</summary>
    private const double Small = 0.05;

    /// <summary>
    /// All findings, those that others follow from first, then those of most seconds of pauses
    /// (of a sum those that no other explains), then of most bytes, the small ones last, and all
    /// that the rules could not tell.
    /// </summary>
    public static Examination Examine(Recording recording)
    {
        var examinations = All.Where(rule => Subject.Fits(rule.Id, recording.Latest.Runtime)).Select(rule => rule.Examine(recording)).ToList();
        var findings = examinations.SelectMany(each => each.Findings).ToList();
        return new Examination(
            [.. findings
                .OrderBy(finding => IsSmall(finding, recording.Latest)).ThenByDescending(finding => finding.IsCause)
                .ThenBy(finding => finding.Seconds is null)
                .ThenByDescending(finding => finding.IsSum ? Unexplained(finding, findings) : finding.Seconds)
                .ThenBy(finding => finding.IsCeiling)
                .ThenByDescending(finding => finding.Bytes ?? 0)],
            [.. examinations.SelectMany(each => each.CouldNotTell)]);
    }

    private static double Unexplained(Finding sum, IEnumerable<Finding> findings) => sum.Collections
        .Except(findings.Where(finding => !finding.IsSum).SelectMany(finding => finding.Collections))
        .Sum(collection => collection.PauseSeconds);

    /// <summary>Whether it is about so few of the family's bytes that nobody should begin with it; never of pauses.</summary>
    public static bool IsSmall(Finding finding, FamilySnapshot family) =>
        finding is { Seconds: null, Bytes: { } bytes } && IsSmall(bytes, family);

    public static bool IsSmall(long bytes, FamilySnapshot family) => family.PssBytes is { } all && bytes < Small * all;
}
