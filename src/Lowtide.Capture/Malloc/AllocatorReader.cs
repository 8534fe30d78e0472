using System.Globalization;
using Lowtide.Capture.Elf;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Malloc;

/// <summary>An allocator, and what of it could not be read.</summary>
/// <param name="Facts">Null where malloc is served by something that is not known.</param>
/// <param name="Heaps">Its heaps' cells; null where they were not walked.</param>
public sealed record AllocatorReading(AllocatorFacts? Facts, IReadOnlyList<Unreadable> CouldNotRead, IReadOnlyList<HeapPicture>? Heaps = null);

/// <summary>
/// Tells which malloc a process really calls. A library that is mapped need not be the one: it may come too late in the
/// search order, or be loaded for its own names only. But the C library itself calls malloc through a slot that the
/// loader fills by the very search that every other caller's malloc is found by, so the address in that slot decides.
/// </summary>
/// <remarks>One reader serves many processes: what files say is kept. Safe to use from several threads.</remarks>
public sealed class AllocatorReader
{
    private static readonly AllocatorReader Shared = new();

    private readonly ElfFacts<MallocFile> _files = new(MallocFile.TryRead);

    /// <summary>Of a running process.</summary>
    /// <param name="walk">Also what of glibc's arenas is used and what is free, which reads them whole.</param>
    public static AllocatorReading? Read(AddressSpace space, bool walk) =>
        Shared.Read(space, space.Mappings, space.Open, space.TryWalkHeap, walk && space.HasPages ? space.Refresh : null);

    /// <summary>glibc's arenas with what they have from the system, and nothing of their pages; null of another allocator.</summary>
    public static IReadOnlyList<ArenaFacts>? Count(AddressSpace space) =>
        Shared.Read(space, space.Mappings, space.Open, static (_, _, _) => false, again: null)?.Facts?.Arenas;

    /// <param name="memory">Reads no page that was never touched, where <paramref name="again"/> is given.</param>
    /// <param name="again">The mappings anew, for walks through the arenas; null where none is wanted.</param>
    /// <returns>
    /// Of a program without a C library of its own file nothing: statically linked, or of another kind. Only who asks for a walk is told so, as it
    /// is so of many programs that nobody asks about.
    /// </returns>
    public AllocatorReading? Read(
        IMemory memory,
        IReadOnlyList<Mapping> mappings,
        Func<Mapping, SafeFileHandle?> openFile,
        PageWalk pages,
        Func<IReadOnlyList<Mapping>?>? again)
    {
        if (mappings.FirstOrDefault(mapping => !mapping.IsAnonymous && IsLibc(mapping.FileName)) is not { } libc)
            return again is null || mappings.Count == 0 ? null : Unknown("it has no C library as a file of its own: it is statically linked, or no C program");
        if (!_files.TryGet(libc, openFile, out var library))
            return Unknown("the C library's file could not be opened");
        if (library is null)
            return Unknown("its C library is no 64-bit one: 32-bit programs are not read");
        if (library.File.LoadBias(libc.Start, libc.Offset) is not { } bias)
            return Unknown("the file that stands at the C library's path is not the one mapped");
        if ((library.Slots.Data ?? library.Slots.Jump) is not { } slot || !memory.TryRead(unchecked(slot + bias), out ulong called))
            return Unknown("the memory of the C library could not be read");

        var server = mappings.FirstOrDefault(mapping => mapping.Contains(called));
        if (server is not null && server.Path != libc.Path && Forward(memory, mappings, openFile, server) is { } forwarded)
            server = mappings.FirstOrDefault(mapping => mapping.Contains(called = forwarded));
        // A jump slot that waits for its first call points back into its own file, not at a malloc.
        if (called == unchecked(library.Malloc + bias))
            return WithArenas(memory, mappings, libc, library, pages, again);
        if (server is null || server.Path == libc.Path || !_files.TryGet(server, openFile, out var file) || file?.Malloc is null)
            return Unknown("no mapped file has a malloc at the address that the C library calls it at");
        if (file.Name is not { } name)
            return Unknown($"malloc is served by {server.FileName}, which is no allocator that Lowtide knows");
        var facts = new AllocatorFacts(name, file.Version ?? VersionOf(name, server.FileName), null, null);
        return name == "jemalloc" && again is not null
            ? WithJemalloc(facts, memory, mappings.First(mapping => mapping.Path == server.Path), file.File)
            : new AllocatorReading(facts, []);
    }

    /// <summary>
    /// A program at fixed addresses that takes malloc's address makes its own stub the address of malloc for everybody
    /// (System V ABI for AMD64, "Function Addresses"): it defines no malloc, and its jump slot leads on.
    /// </summary>
    private ulong? Forward(
        IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile, Mapping server)
    {
        var lowest = mappings.First(mapping => mapping.Path == server.Path);
        return _files.TryGet(lowest, openFile, out var file) && file is { Malloc: null, Slots.Jump: { } jump }
            && file.File.LoadBias(lowest.Start, lowest.Offset) is { } bias
            && memory.TryRead(unchecked(jump + bias), out ulong called)
            ? called
            : null;
    }

    /// <summary>glibc's "libc.so.6" and "libc-2.31.so", musl's "ld-musl-x86_64.so.1" and, where that is a link, "libc.so".</summary>
    private static bool IsLibc(ReadOnlySpan<char> name) =>
        name is "libc.so.6" or "libc.so" || (name.StartsWith("libc-2.") && name.EndsWith(".so")) || name.StartsWith("ld-musl-");

    private static AllocatorReading WithArenas(
        IMemory memory,
        IReadOnlyList<Mapping> mappings,
        Mapping libc,
        MallocFile library,
        PageWalk pages,
        Func<IReadOnlyList<Mapping>?>? again)
    {
        var facts = new AllocatorFacts(library.Name ?? "glibc", library.Version, null, null);
        if (library.Name != "glibc")
            return new AllocatorReading(facts, []);
        var number = 0;
        var layout = library.Version?.Split('.') is ["2", var minor] && int.TryParse(minor, CultureInfo.InvariantCulture, out number)
            ? GlibcLayout.For(number)
            : null;
        if (layout is null || GlibcArenas.Read(memory, mappings, libc, layout) is not { } arenas)
        {
            return new AllocatorReading(facts, [new Unreadable(
                "malloc.arenas", "malloc's arenas",
                layout is null ? $"the layout of glibc {library.Version} is not known"
                    : "none was found in the C library's data, or the beginning of one is swapped out",
                Mend: null)]);
        }
        var reader = new ArenaReader(memory, pages, mappings);
        var read = again is null ? reader.Look(arenas)
            : reader.Walk(arenas, () => again() is { } now ? GlibcArenas.Read(memory, now, libc, layout) : null);
        var missing = ArenaReader.CouldNotRead(read, walked: again is not null);
        if (number > GlibcLayout.LastMinor)
            missing = [.. missing, new Unreadable(
                "malloc.layout-guessed", "whether malloc's arenas are told right",
                $"glibc {library.Version} is newer than those known: they were read as 2.{GlibcLayout.LastMinor}'s", Mend: null)];
        var walked = facts with
        {
            ThreadArenas = read.Count(arena => !arena.Main),
            ThreadArenaBytes = read.Where(arena => !arena.Main).Aggregate((long?)0, (sum, arena) => sum + arena.ResidentBytes),
            Arenas = read,
        };
        return new AllocatorReading(walked, missing, reader.Pictures);
    }

    /// <param name="lowest">Of the library's mappings.</param>
    private static AllocatorReading WithJemalloc(AllocatorFacts facts, IMemory memory, Mapping lowest, ElfFile library)
    {
        var layout = JemallocLayout.For(facts.Version);
        var (start, end) = library.ZeroFilled();
        var use = layout is not null && library.LoadBias(lowest.Start, lowest.Offset) is { } bias
            ? JemallocReader.Read(memory, layout, new MemoryRange(unchecked(start + bias), end - start)) : null;
        return new AllocatorReading(facts with { Jemalloc = use }, use is not null ? [] : [new Unreadable(
            "malloc.free", "what is free in jemalloc's heap",
            layout is null ? $"the layout of jemalloc {facts.Version ?? "of this version"} is not known" : "its arenas were not found in its library's data",
            Mend: null)]);
    }

    /// <summary>mimalloc has its version in its file's name only, as far as a constant goes: libmimalloc.so.2.0.</summary>
    private static string? VersionOf(string name, ReadOnlySpan<char> file)
    {
        var mark = file.LastIndexOf(".so.");
        return name == "mimalloc" && mark >= 0 ? file[(mark + 4)..].ToString() : null;
    }

    private static AllocatorReading Unknown(string why) => new(null, [new Unreadable("malloc.allocator", "the allocator", why, Mend: null)]);
}
