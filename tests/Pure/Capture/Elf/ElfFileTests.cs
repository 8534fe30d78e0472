using System.Buffers.Binary;
using System.Text;
using Lowtide.Capture.Elf;

namespace Lowtide.Tests.Pure.Capture.Elf;

public sealed class ElfFileTests
{
    private static readonly (string, ulong)[] Symbols =
        [("malloc", 0x40_1000), ("_PyRuntime", 0x40_2000), ("undefined", 0), ("mallocate", 0x40_3000)];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void Finds_symbols_by_every_table(int hash)
    {
        using var handle = ElfBuilder.Open(ElfBuilder.Build((Hash)hash, Symbols));
        var file = ElfFile.TryOpen(handle)!;
        Assert.True(file.TryFindSymbol("_PyRuntime", out var runtime));
        Assert.Equal(new ElfSymbol(0x40_2000, 8), runtime);
        Assert.True(file.TryFindSymbol("mallocate", out var last));
        Assert.Equal(0x40_3000ul, last.Value);
        foreach (var absent in (string[])["undefined", "mallo", "mallocat", "mallocated", "", new string('x', 500)])
            Assert.False(file.TryFindSymbol(absent, out _), absent);
        Assert.Equal(new ElfSlots(ElfBuilder.Base + 0x10, null), file.FindSlots("malloc"));
        Assert.Equal(new ElfSlots(ElfBuilder.Base + 0x20, null), file.FindSlots("undefined"));
        Assert.Equal(default, file.FindSlots("free"));
    }

    [Fact]
    public void Knows_where_it_was_loaded_and_what_is_zero_filled()
    {
        using var handle = ElfBuilder.Open(ElfBuilder.Build(Hash.Gnu, Symbols));
        var file = ElfFile.TryOpen(handle)!;
        Assert.Equal(0ul, file.LoadBias(ElfBuilder.Base, 0));
        Assert.Equal(0x7000_0000ul, file.LoadBias(ElfBuilder.Base + 0x7000_0000, 0));
        Assert.Null(file.LoadBias(ElfBuilder.Base, 0x1000));
        var (start, end) = file.ZeroFilled();
        Assert.Equal(ElfBuilder.ZeroFilledBytes, end - start);
    }

    [Fact]
    public void Finds_text_and_what_stands_around_it()
    {
        using var handle = ElfBuilder.Open(ElfBuilder.Build(Hash.Gnu, Symbols));
        var file = ElfFile.TryOpen(handle)!;
        Span<byte> found = stackalloc byte[20];
        Assert.True(ElfText.TryFind(file, "1.2.3"u8, 3, found));
        Assert.Equal("is 1.2.3, not 4\0\0\0\0\0", Encoding.ASCII.GetString(found));
        Assert.True(ElfText.TryFind(file, "nothing"u8, 100, found));
        Assert.StartsWith("nothing\0version", Encoding.ASCII.GetString(found));
        Assert.False(ElfText.TryFind(file, "1.2.4"u8, 0, found));
    }

    [Theory]
    [InlineData("")]
    [InlineData("#!/bin/sh\nexit 0\n")]
    [InlineData("\u007fELF")]
    public void What_is_no_ELF_file_is_none(string text)
    {
        using var handle = ElfBuilder.Open(Encoding.Latin1.GetBytes(text));
        Assert.Null(ElfFile.TryOpen(handle));
    }

    [Fact]
    public void A_file_closed_meanwhile_has_no_symbols()
    {
        using var handle = ElfBuilder.Open(ElfBuilder.Build(Hash.Gnu, Symbols));
        var file = ElfFile.TryOpen(handle)!;
        handle.Dispose();
        Assert.False(file.TryFindSymbol("malloc", out _));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void A_file_cut_off_anywhere_never_throws(int hash)
    {
        var bytes = ElfBuilder.Build((Hash)hash, Symbols);
        for (var length = 0; length < bytes.Length; length += 3)
            LookAtAll(bytes.AsSpan(0, length));
    }

    /// <summary>Every word in turn as a count, an offset or a link that is far too large, or that leads back to itself.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void A_file_with_any_word_made_hostile_never_throws_and_always_ends(int hash)
    {
        var bytes = ElfBuilder.Build((Hash)hash, Symbols);
        foreach (var value in (ulong[])[ulong.MaxValue, 0x7fff_ffff_ffff_ffff, 0x8000_0000, 0xffff_ffff, 1, 0, ElfBuilder.Base])
        {
            for (var at = 0; at + 8 <= bytes.Length; at += 4)
            {
                var copy = bytes.ToArray();
                BinaryPrimitives.WriteUInt64LittleEndian(copy.AsSpan(at), value);
                LookAtAll(copy);
            }
        }
    }

    [Fact]
    public void A_chain_in_a_circle_ends()
    {
        var bytes = ElfBuilder.Build(Hash.SystemV, Symbols);
        var end = bytes.AsSpan().IndexOf((ReadOnlySpan<byte>)[2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0]);
        bytes[end + 12] = 1;
        using var handle = ElfBuilder.Open(bytes);
        var file = ElfFile.TryOpen(handle)!;
        Assert.True(file.TryFindSymbol("mallocate", out _));
        Assert.False(file.TryFindSymbol("nowhere", out _));
    }

    private static void LookAtAll(ReadOnlySpan<byte> bytes)
    {
        using var handle = ElfBuilder.Open(bytes);
        if (ElfFile.TryOpen(handle) is not { } file)
            return;
        Span<byte> found = stackalloc byte[16];
        file.TryFindSymbol("_PyRuntime", out _);
        file.TryFindSymbol("nowhere", out _);
        file.FindSlots("malloc");
        file.LoadBias(0x7f00_0000_0000, 0);
        file.ZeroFilled();
        ElfText.TryFind(file, "1.2.3"u8, 8, found);
    }
}
