using System.Runtime.InteropServices;
using Lowtide.Capture.Elf;

namespace Lowtide.Tests.Pure.Capture.Elf;

/// <summary>What a file's table of functions costs is bounded by the file, whatever the table says.</summary>
public sealed class ElfFunctionsTests
{
    private const ulong AllSymbols = 2, Strings = 3;

    [Fact]
    public void Functions_are_named()
    {
        var (functions, _) = Read("\0walk\0collect\0"u8, [1, 6], namesSize: 14);
        Assert.Equal(("walk", "collect", null), (functions.NameOf(0x1000), functions.NameOf(0x1018), functions.NameOf(0x1020)));
        Assert.Equal([0x1010ul], functions.Places("collect"));
    }

    /// <summary>Once 107 MB for a file of 6 MB: each name began one letter behind the last, in one text without an end.</summary>
    [Fact]
    public void Names_that_overlap_are_not_kept_over_and_over()
    {
        var names = new byte[1 << 20];
        names.AsSpan().Fill((byte)'a');
        var (functions, allocated) = Read(names, [.. Enumerable.Range(0, 200_000).Select(at => (uint)at)], (ulong)names.Length);
        Assert.Equal(new string('a', 256), functions.NameOf(0x1000));
        Assert.InRange(allocated, 0, 50 << 20);
    }

    [Fact]
    public void A_table_longer_than_its_file_is_none()
    {
        var (functions, allocated) = Read("\0walk\0"u8, [1], namesSize: 60 << 20);
        Assert.Null(functions.NameOf(0x1000));
        Assert.InRange(allocated, 0, 1 << 20);
    }

    private static (ElfFunctions Functions, long Allocated) Read(ReadOnlySpan<byte> names, uint[] places, ulong namesSize)
    {
        var symbols = places.SelectMany((name, number) => new ulong[] { name | (0x12ul << 32) | (1ul << 48), 0x1000 + (16 * (ulong)number), 16 }).ToArray();
        var symbolsAt = 64ul + 56;
        var (symbolBytes, namesAt) = ((ulong)symbols.Length * 8, symbolsAt + ((ulong)symbols.Length * 8));
        var sectionsAt = (namesAt + (ulong)names.Length + 7) & ~7ul;
        var bytes = new byte[sectionsAt + (3 * 64)];
        new byte[] { 0x7f, (byte)'E', (byte)'L', (byte)'F', 2, 1, 1 }.CopyTo(bytes, 0);
        Put(32, 64, sectionsAt);
        MemoryMarshal.AsBytes<ushort>([56, 1, 64, 3, 0]).CopyTo(bytes.AsSpan(54));
        Put((int)symbolsAt, symbols);
        names.CopyTo(bytes.AsSpan((int)namesAt));
        Put((int)sectionsAt + 64, AllSymbols << 32, 0, 0, symbolsAt, symbolBytes, 2, 8, 24);
        Put((int)sectionsAt + 128, Strings << 32, 0, 0, namesAt, namesSize, 0, 1, 0);
        using var handle = ElfBuilder.Open(bytes);
        var file = ElfFile.TryOpen(handle)!;
        var before = GC.GetAllocatedBytesForCurrentThread();
        var functions = ElfFunctions.Read(file);
        return (functions, GC.GetAllocatedBytesForCurrentThread() - before);

        void Put(int at, params ulong[] words) => MemoryMarshal.AsBytes<ulong>(words).CopyTo(bytes.AsSpan(at));
    }
}
