using System.IO.Compression;
using System.Text.Json;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Malloc;

/// <summary>The arenas of a real program with what glibc says of them, recorded by fixtures/record_malloc.py.</summary>
internal sealed class RecordedArenas
{
    private RecordedArenas(JsonElement recorded)
    {
        Layout = GlibcLayout.For(recorded.GetProperty("minor").GetInt32())!;
        Said = recorded.GetProperty("said");
        Mappings = [.. recorded.GetProperty("mappings").EnumerateArray().Select(MappingOf)];
        Pieces = [.. recorded.GetProperty("memory").EnumerateArray().Select(piece =>
            (piece.GetProperty("address").GetUInt64(), Unpacked(piece.GetProperty("zlib").GetBytesFromBase64())))];
    }

    public static TheoryData<string> All => new(
        Directory.GetFiles(Folder).Select(path => Path.GetFileNameWithoutExtension(path)!).Order(StringComparer.Ordinal));

    public GlibcLayout Layout { get; }

    /// <summary>What the program printed.</summary>
    public JsonElement Said { get; }

    public List<Mapping> Mappings { get; }

    public IReadOnlyList<(ulong Address, byte[] Bytes)> Pieces { get; }

    public FakeMemory Memory => Pieces.Aggregate(new FakeMemory(), (memory, piece) => memory.With(piece.Address, [.. piece.Bytes]));

    private static string Folder => Path.Combine(AppContext.BaseDirectory, "fixtures", "malloc");

    public static RecordedArenas Read(string version) =>
        new(JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Folder, version + ".json"))).RootElement);

    public IReadOnlyList<GlibcArena>? Find(IMemory memory) => GlibcArenas.Read(memory, Mappings, Mappings.First(mapping => !mapping.IsAnonymous), Layout);

    /// <summary>Just the recorded pages were resident, and no other process mapped them.</summary>
    public bool Pages(ulong start, ulong end, PageEntriesAt each)
    {
        each(start, Entries(start, end));
        return true;
    }

    private PageEntry[] Entries(ulong start, ulong end) =>
        [.. Enumerable.Range(0, (int)((end - start) / 4096)).Select(page => start + (4096 * (ulong)page)).Select(page => new PageEntry(
            Pieces.Any(piece => page >= piece.Address && page < piece.Address + (ulong)piece.Bytes.Length) ? (1ul << 63) | (1ul << 56) : 0))];

    private static Mapping MappingOf(JsonElement mapping)
    {
        var (flags, path) = (mapping.GetProperty("flags").GetString()!, mapping.GetProperty("path").GetString()!);
        return new Mapping(
            mapping.GetProperty("start").GetUInt64(), mapping.GetProperty("end").GetUInt64(), 0,
            flags[0] == 'r', flags[1] == 'w', flags[2] == 'x', flags[3] == 'p', 1, path.StartsWith('/') ? 7ul : 0, path);
    }

    private static byte[] Unpacked(byte[] packed)
    {
        using var unpacked = new MemoryStream();
        using var zlib = new ZLibStream(new MemoryStream(packed), CompressionMode.Decompress);
        zlib.CopyTo(unpacked);
        return unpacked.ToArray();
    }
}
