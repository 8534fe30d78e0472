using Lowtide.Capture.CPython;
using Lowtide.Capture.CPython.Heap;
using Lowtide.Capture.CRuby;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Runtimes;

/// <summary>Every runtime that Lowtide knows. A new one is its decoder and a line here.</summary>
internal static class RuntimeDecoders
{
    /// <summary>By itself too, for its objects are told one by one.</summary>
    private static readonly CPythonReader CPython = new();

    private static readonly IRuntimeDecoder[] All =
    [
        CPython,
        new CRubyReader(),
        new CoreClrReader(),
    ];

    /// <param name="walk">Also what takes thousands of reads to tell.</param>
    /// <returns>Null where none is known. If several are in the process, the first that is at work.</returns>
    public static RuntimeReading? Read(AddressSpace space, bool walk = false)
    {
        RuntimeReading? idle = null;
        foreach (var decoder in All)
        {
            if (decoder.Read(space, space.Mappings, space.Open, walk) is not { } reading)
                continue;
            if (reading.Facts.Collector is not null)
                return reading;
            idle ??= reading;
        }
        return idle;
    }

    /// <summary>
    /// For reading one process cheaply and many times. Null where no runtime that counts its collections is at work. It holds files
    /// of /proc open, closed some time after it is let go.
    /// </summary>
    public static IFollowedRuntime? Follow(int pid)
    {
        if (AddressSpace.TryOpen(pid, follows: true) is not { } space)
            return null;
        foreach (var decoder in All)
            if (decoder.Follow(space, space.Mappings, space.Open) is { } follow)
                return follow;
        space.Dispose();
        return null;
    }

    /// <summary>Null where no CPython is at work in the process, or the layout of its objects is not known.</summary>
    /// <param name="heads">As its family was read by.</param>
    public static CPythonHeap? HeapOf(int pid, SharedHeads? heads = null)
    {
        if (AddressSpace.TryOpen(pid, heads: heads) is not { } memory)
            return null;
        if (CPython.Heap(memory) is { } heap)
            return heap;
        memory.Dispose();
        return null;
    }

    /// <summary>The heap of the runtime in a process, read whole; null where its decoder tells none, or it may not be looked at.</summary>
    public static RuntimeHeap? ReadHeap(AddressSpace space, RuntimeFacts? runtime) =>
        runtime is null || !space.HasPages ? null : Of(runtime)?.ReadHeap(space, runtime);

    public static bool TellsHeap(RuntimeFacts? runtime) => Of(runtime)?.TellsHeap == true;

    public static bool SamplesHeap(RuntimeFacts? runtime) => Of(runtime)?.SamplesHeap == true;

    public static bool RelinksPages(RuntimeFacts? runtime) => Of(runtime)?.RelinksPages == true;

    private static IRuntimeDecoder? Of(RuntimeFacts? runtime) => Array.Find(All, decoder => decoder.Name == runtime?.Name);
}
