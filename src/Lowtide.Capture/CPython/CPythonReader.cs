using Lowtide.Capture.CPython.Heap;
using Lowtide.Capture.Elf;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.CPython;

/// <summary>
/// Finds the CPython in a process and reads the collector of its main interpreter. What a file says is kept, so one reader
/// serves many processes of the same program cheaply.
/// </summary>
public sealed class CPythonReader : IRuntimeDecoder
{
    private readonly ElfFacts<CPythonFile> _files = new(CPythonFile.TryRead);

    public string Name => "cpython";

    public bool RelinksPages => true;

    public bool TellsHeap => true;

    public RuntimeReading? Read(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile, bool walk = false)
    {
        RuntimeReading? idle = null;
        foreach (var mapping in Candidates(mappings))
        {
            if (Read(memory, mapping, openFile, walk) is not { } reading)
                continue;
            if (reading.Facts.Collector is not null)
                return reading;
            idle ??= reading;
        }
        return idle;
    }

    /// <summary>The lowest mapping of each file that may be CPython: files so named, then the program, whatever its name;
    /// a program lies below its libraries, or is itself named so.</summary>
    private static IEnumerable<Mapping> Candidates(IReadOnlyList<Mapping> mappings)
    {
        Mapping? program = null;
        foreach (var mapping in Mapping.OfFiles(mappings))
        {
            program ??= mapping;
            if (CPythonVersion.FromFileName(mapping.FileName) is not null)
            {
                if (program.Path == mapping.Path)
                    program = mapping with { Path = "" };
                yield return mapping;
            }
        }
        if (program is { Path: not "" })
            yield return program;
    }

    public IFollowedRuntime? Follow(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile)
    {
        foreach (var (place, runtime, layout) in AtWork(memory, Candidates(mappings), openFile))
            return new FollowedCPython(memory, runtime, place.Version, layout);
        return null;
    }

    public RuntimeHeap? ReadHeap(AddressSpace space, RuntimeFacts runtime)
    {
        foreach (var (_, _, layout) in AtWork(space, Candidates(space.Mappings), space.Open))
            return PymallocHeap.Find(space.Heads, space.Mappings, mapping => space.Touched(mapping, out _), layout.Heap.PoolSize);
        return null;
    }

    /// <summary>What telling a page's objects needs of the interpreter at work; null where there is none, or its layout is not known.</summary>
    internal CPythonHeap? Heap(AddressSpace memory)
    {
        // A debug build has words of its own around each block (Objects/obmalloc.c, PyMem_SetupDebugHooks).
        var candidates = Candidates(memory.Mappings).Where(mapping => !IsDebugBuild(mapping.FileName));
        foreach (var (place, _, layout) in AtWork(memory, candidates, memory.Open))
            if (place.Metatype is { } metatype)
                return new CPythonHeap(layout.Heap, metatype, memory);
        return null;
    }

    /// <summary>Interpreters whose state is where their version has it.</summary>
    private IEnumerable<(Place Place, ulong Runtime, CPythonLayout Layout)> AtWork(
        IMemory memory, IEnumerable<Mapping> candidates, Func<Mapping, SafeFileHandle?> openFile)
    {
        foreach (var mapping in candidates)
            if (Find(memory, mapping, openFile) is { Runtime: { } runtime } place
                && CollectorReader.LayoutOf(memory, runtime, place.Version) is { } layout)
                yield return (place, runtime, layout);
    }

    /// <summary>python3.11d, libpython3.11d.so.1.0; a daemon that links CPython in may end in a d as well.</summary>
    private static bool IsDebugBuild(ReadOnlySpan<char> fileName) =>
        CPythonVersion.FromFileName(fileName) is not null && (fileName.EndsWith('d') || fileName.Contains("d.so", StringComparison.Ordinal));

    private RuntimeReading? Read(IMemory memory, Mapping mapping, Func<Mapping, SafeFileHandle?> openFile, bool walk)
    {
        if (Find(memory, mapping, openFile) is not { } found)
            return null;
        if (found.Runtime is not { } runtime)
            return Reading(found.Version, null, found.Why);
        var collector = walk ? CollectorReader.ReadWithYoung(memory, runtime, found.Version, out var why)
            : CollectorReader.Read(memory, runtime, found.Version, out why);
        return Reading(found.Version, collector, why);
    }

    /// <param name="Runtime">Address of _PyRuntime; null where <paramref name="Why"/> says why it is of no use.</param>
    private sealed record Place(CPythonVersion Version, ulong? Runtime, string? Why = null, ulong? Metatype = null);

    private Place? Find(IMemory memory, Mapping mapping, Func<Mapping, SafeFileHandle?> openFile)
    {
        var byName = CPythonVersion.FromFileName(mapping.FileName);
        if (!_files.TryGet(mapping, openFile, out var file))
            return byName is null ? null : new Place(byName.Value, null, "its file could not be opened");
        if (file is null)
            return null;
        if (file.File.LoadBias(mapping.Start, mapping.Offset) is not { } bias)
            return byName is null ? null : new Place(byName.Value, null, "the file that stands at its path is not the one mapped");

        var (zeroStart, zeroEnd) = file.File.ZeroFilled();
        var version = file.Version ?? CPythonBanner.Find(memory, unchecked(zeroStart + bias), unchecked(zeroEnd + bias)) ?? byName;
        if (version is not { } known)
            return null;
        if (file.Runtime is not { } runtimeInFile)
            return new Place(known, null, CPythonLayouts.NotKnown(known));
        var runtime = unchecked(runtimeInFile + bias);
        return CollectorReader.IsFreeThreaded(memory, runtime)
            ? new Place(known with { Suffix = known.Suffix + "t" }, null, "the layout of free-threaded builds is not known")
            : new Place(known, runtime, Metatype: unchecked(file.Metatype + bias));
    }

    private RuntimeReading Reading(CPythonVersion version, CollectorFacts? collector, string? why) => new(
        new RuntimeFacts(Name, version.ToString(), collector),
        why is null ? [] : [new Unreadable("cpython.collector", $"the collector's state of CPython {version}", why, Mend: null)]);
}
