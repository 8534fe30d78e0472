using Lowtide.Analysis.Remedies.DotNet;

namespace Lowtide.Analysis.Remedies;

/// <summary>Every remedy there is. A new one is its file and a line here.</summary>
public static class RemedyCatalogue
{
    /// <summary>
    /// Of those that promise as much, or nothing, the first of them here stands first: those with fewer risks, and of .NET in the order of
    /// docs/dotnet-remedies.md, those that harm most programs last.
    /// </summary>
    public static readonly IReadOnlyList<IRemedy> All =
    [
        new GcFreeze(),
        new GcFreezeMaster(),
        new GcThreshold0(),
        new CollectWhen(),
        new FastExit(),
        new ImmortalHeap(),
        new CompactBeforeFork(),
        new Warmup(),
        new MergePages(),
        new TrimIdle(),
        new ArenaMax(2),
        new ArenaMax(1),
        new ArenaMax(4),
        new PreloadedMalloc(
            "jemalloc", "libjemalloc.so.2", "libjemalloc2",
            "it gives memory back some 10 s after it was freed, and only when the program calls malloc or free: an idle server keeps it"),
        new PreloadedMalloc(
            "tcmalloc", "libtcmalloc_minimal.so.4", "libtcmalloc-minimal4",
            "threads keep what they freed, and little goes back to the kernel (TCMALLOC_RELEASE_RATE)"),
        new PreloadedMalloc(
            "mimalloc", "libmimalloc.so.2", "libmimalloc2.0",
            "it reserves address space by the GiB, which a limit on it (ulimit -v) may not bear"),
        new ConcurrentOn(),
        new Gen0Size(),
        new LohThreshold(),
        new LohWaitPercent(),
        new ServerGc(),
        new DatasOff(),
        new HardLimitPercent(),
        new HighMemoryPercent(),
        new WorkstationGc(),
        new DatasOn(),
        new HeapCount(),
        new ConserveMemory(),
        new RetainVm(),
        new ConcurrentOff(),
    ];

    public static IRemedy? Find(string id) => All.FirstOrDefault(remedy => remedy.Id == id);

    /// <summary>Whether a word is meant for an id: with a dot, and in front of it what some begin with.</summary>
    public static bool IsMeantBy(string word) => word.IndexOf('.', StringComparison.Ordinal) is > 0 and var dot
        && All.Any(remedy => remedy.Id.StartsWith(word[..(dot + 1)], StringComparison.Ordinal));
}
