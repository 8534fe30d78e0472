using Lowtide.Analysis.Remedies.DotNet;

namespace Lowtide.Analysis.Remedies;

/// <summary>Every remedy there is. A new one is its file and a line here.</summary>
public static class RemedyCatalogue
{
    public static readonly IReadOnlyList<IRemedy> All =
    [
        new GcThreshold0(),
        new GcFreeze(),
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
        new ServerGc(),
        new WorkstationGc(),
        new ConcurrentOn(),
        new ConcurrentOff(),
        new ConserveMemory(),
        new HeapCount(),
        new DatasOff(),
        new DatasOn(),
        new HardLimitPercent(),
        new HighMemoryPercent(),
        new Gen0Size(),
        new RetainVm(),
        new LohThreshold(),
    ];

    public static IRemedy? Find(string id) => All.FirstOrDefault(remedy => remedy.Id == id);
}
