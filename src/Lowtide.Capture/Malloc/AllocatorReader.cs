using System.Globalization;
using Lowtide.Capture.Elf;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Malloc;

/// <summary>An allocator, and what of it could not be read.</summary>
/// <param name="Facts">Null where malloc is served by something that is not known.</param>
public sealed record AllocatorReading(AllocatorFacts? Facts, IReadOnlyList<Unreadable> CouldNotRead);

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
    public static AllocatorReading? Read(int pid, IReadOnlyList<Mapping> mappings)
    {
        Pagemap? pagemap = null; // most have no thread arenas, and then nobody asks
        using var memory = new ProcessMemory(pid);
        var reading = Shared.Read(
            memory,
            mappings,
            mapping => MappedFile.TryOpen(pid, mapping),
            (start, end) => (pagemap ??= Pagemap.TryOpen(pid))?.Read(start, end).LongCount(entry => entry.Present) * Recordings.Page.Size);
        pagemap?.Dispose();
        return reading;
    }

    /// <param name="resident">Resident bytes from one address to another, null where it cannot tell; it is called for
    /// parts of private anonymous mappings.</param>
    /// <returns>Null for a program without a C library of its own file: statically linked, or of another kind.</returns>
    public AllocatorReading? Read(
        IMemory memory,
        IReadOnlyList<Mapping> mappings,
        Func<Mapping, SafeFileHandle?> openFile,
        Func<ulong, ulong, long?> resident)
    {
        if (mappings.FirstOrDefault(mapping => !mapping.IsAnonymous && IsLibc(mapping.FileName)) is not { } libc)
            return null;
        if (!_files.TryGet(libc, openFile, out var library) || library is null)
            return Unknown("the C library's file could not be opened");
        if (library.File.LoadBias(libc.Start, libc.Offset) is not { } bias)
            return Unknown("the file that stands at the C library's path is not the one mapped");
        if ((library.Slots.Data ?? library.Slots.Jump) is not { } slot || !memory.TryRead(unchecked(slot + bias), out ulong called))
            return Unknown("the memory of the C library could not be read");

        var server = mappings.FirstOrDefault(mapping => mapping.Contains(called));
        if (server is not null && server.Path != libc.Path && Forward(memory, mappings, openFile, server) is { } forwarded)
            server = mappings.FirstOrDefault(mapping => mapping.Contains(called = forwarded));
        // A jump slot that waits for its first call points back into its own file, not at a malloc.
        if (called == unchecked(library.Malloc + bias))
            return new AllocatorReading(WithArenas(memory, mappings, library, resident, out var missing), missing);
        if (server is null || server.Path == libc.Path || !_files.TryGet(server, openFile, out var file) || file?.Malloc is null)
            return Unknown("no mapped file has a malloc at the address that the C library calls it at");
        return file.Name is { } name
            ? new AllocatorReading(new AllocatorFacts(name, file.Version ?? VersionOf(name, server.FileName), null, null), [])
            : Unknown($"malloc is served by {server.FileName}, which is no allocator that Lowtide knows");
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

    private static AllocatorFacts WithArenas(
        IMemory memory,
        IReadOnlyList<Mapping> mappings,
        MallocFile library,
        Func<ulong, ulong, long?> resident,
        out IReadOnlyList<Unreadable> missing)
    {
        missing = [];
        var facts = new AllocatorFacts(library.Name ?? "glibc", library.Version, null, null);
        if (library.Name != "glibc")
            return facts;
        var layout = library.Version?.Split('.') is ["2", var minor] && int.TryParse(minor, CultureInfo.InvariantCulture, out var number)
            ? GlibcLayout.For(number)
            : null;
        if (layout is not null && GlibcArenas.Read(memory, mappings, layout, resident) is { } tally)
            return facts with { ThreadArenas = tally.Count, ThreadArenaBytes = tally.Bytes };
        missing = [new Unreadable(
            "malloc's thread arenas",
            layout is null ? $"the layout of glibc {library.Version} is not known" : "the memory could not be read",
            Mend: null)];
        return facts;
    }

    /// <summary>mimalloc has its version in its file's name only, as far as a constant goes: libmimalloc.so.2.0.</summary>
    private static string? VersionOf(string name, ReadOnlySpan<char> file)
    {
        var mark = file.LastIndexOf(".so.");
        return name == "mimalloc" && mark >= 0 ? file[(mark + 4)..].ToString() : null;
    }

    private static AllocatorReading Unknown(string why) => new(null, [new Unreadable("the allocator", why, Mend: null)]);
}
