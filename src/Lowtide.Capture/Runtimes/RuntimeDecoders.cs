using Lowtide.Capture.CPython;
using Lowtide.Capture.CPython.Heap;
using Lowtide.Capture.CRuby;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Runtimes;

/// <summary>Every runtime that Lowtide knows. A new one is its decoder and a line here.</summary>
internal static class RuntimeDecoders
{
    private static readonly IRuntimeDecoder[] All =
    [
        new CPythonReader(),
        new CRubyReader(),
        new CoreClrReader(),
    ];

    /// <returns>Null where none is known. If several are in the process, the first that is at work.</returns>
    public static RuntimeReading? Read(int pid, IReadOnlyList<Mapping> mappings)
    {
        RuntimeReading? idle = null;
        using var memory = new ProcessMemory(pid);
        foreach (var decoder in All)
        {
            if (decoder.Read(memory, mappings, mapping => MappedFile.TryOpen(pid, mapping)) is not { } reading)
                continue;
            if (reading.Facts.Collector is not null)
                return reading;
            idle ??= reading;
        }
        return idle;
    }

    /// <summary>
    /// For reading one process cheaply and many times. Null where no runtime that counts its collections is at work. It holds a
    /// file of /proc open, closed some time after it is let go.
    /// </summary>
    public static IFollowedRuntime? Follow(int pid)
    {
        if (Procfs.Mappings(pid) is not { } mappings)
            return null;
        var memory = new ProcessMemory(pid);
        foreach (var decoder in All)
            if (decoder.Follow(memory, mappings, mapping => MappedFile.TryOpen(pid, mapping)) is { } follow)
                return follow;
        return null;
    }

    /// <summary>Null where no CPython is at work in the process, or the layout of its objects is not known.</summary>
    public static CPythonHeap? HeapOf(int pid)
    {
        if (TouchedMemory.TryOpen(pid) is not { } memory)
            return null;
        foreach (var decoder in All)
            if (decoder is CPythonReader cpython && cpython.Heap(memory, mapping => MappedFile.TryOpen(pid, mapping)) is { } heap)
                return heap;
        memory.Dispose();
        return null;
    }

    /// <summary>The heap of the CRuby in a process, read whole; null where there is none, or the layout of its pages is not known.</summary>
    public static RubyHeap? RubyHeapOf(int pid, RuntimeFacts? runtime) => ReadRuby(pid, runtime, (reader, mappings) => reader.Read(mappings));

    /// <summary>Its pages alone, in order of address.</summary>
    public static IReadOnlyList<RubyPage>? RubyPagesOf(int pid, RuntimeFacts? runtime) =>
        ReadRuby(pid, runtime, (reader, mappings) => reader.Pages(mappings));

    /// <summary>The resident anonymous memory of a process that runs CRuby, by purpose.</summary>
    public static IReadOnlyList<ResidentPart>? RubyPartsOf(int pid, RuntimeFacts? runtime) =>
        RubyPagesOf(pid, runtime) is { } pages ? PartsReader.Read(pid, pages, RubyPageLayout.For(runtime?.Version)?.TransientBytes) : null;

    private static T? ReadRuby<T>(int pid, RuntimeFacts? runtime, Func<RubyHeapReader, IReadOnlyList<Mapping>, T?> read)
        where T : class
    {
        if (runtime is not { Name: "cruby" } || RubyPageLayout.For(runtime.Version) is not { } layout)
            return null;
        using var memory = TouchedMemory.TryOpen(pid);
        return memory is null ? null : read(new RubyHeapReader(memory, layout), memory.Mappings);
    }

    public static bool RelinksPages(RuntimeFacts? runtime)
    {
        foreach (var decoder in All)
            if (decoder.Name == runtime?.Name)
                return decoder.RelinksPages;
        return false;
    }
}
