using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Tests.Pure.Capture.Elf;

internal enum Hash
{
    Gnu,
    SystemV,
    SectionsOnly,
}

/// <summary>Makes a small ELF library in memory: one segment loaded at <see cref="Base"/>, a dynamic section, and a
/// .rodata that holds one text.</summary>
internal static class ElfBuilder
{
    public const ulong Base = 0x40_0000, ZeroFilledBytes = 0x2000;

    /// <summary>The text of .rodata; it stands at the very end of the loaded bytes.</summary>
    public const string Text = "nothing\0version is 1.2.3, not 4\0";

    private const int EntrySize = 24;

    /// <param name="symbols">Name and value; value 0 is an undefined symbol. Each gets a GLOB_DAT slot at
    /// <see cref="Base"/> + 0x10 + 8 x its index.</param>
    public static byte[] Build(Hash hash, params (string Name, ulong Value)[] symbols)
    {
        var strings = new MemoryStream();
        strings.WriteByte(0);
        var nameAt = symbols.Select(symbol =>
        {
            var at = (uint)strings.Length;
            strings.Write(Encoding.ASCII.GetBytes(symbol.Name + '\0'));
            return at;
        }).ToArray();

        var bytes = new MemoryStream(new byte[4096]);
        long Put(byte[] part)
        {
            bytes.Position = (bytes.Position + 7) & ~7;
            var at = bytes.Position;
            bytes.Write(part);
            return at;
        }

        bytes.Position = 64 + (2 * 56);
        var stringsAt = Put(strings.ToArray());
        var symbolsAt = Put([.. new byte[EntrySize], .. symbols.SelectMany((symbol, index) => Entry(nameAt[index], symbol.Value))]);
        var relocationsAt = Put([.. symbols.SelectMany((_, index) =>
            Words(Base + 0x10 + (8ul * (ulong)index), ((ulong)(index + 1) << 32) | 6, 0))]);
        var hashAt = hash == Hash.Gnu ? Put(GnuHash(symbols)) : Put(SystemVHash(symbols));
        List<ulong> dynamic =
        [
            5, Base + (ulong)stringsAt, 10, (ulong)strings.Length, 6, Base + (ulong)symbolsAt,
            7, Base + (ulong)relocationsAt, 8, (ulong)(symbols.Length * EntrySize),
        ];
        if (hash != Hash.SectionsOnly)
            dynamic.AddRange([hash == Hash.Gnu ? 0x6ffffef5ul : 4, Base + (ulong)hashAt]);
        dynamic.AddRange([0, 0]);
        var dynamicAt = Put(Words([.. dynamic]));
        var sectionNamesAt = Put("\0.rodata\0"u8.ToArray());
        var textAt = Put(Encoding.ASCII.GetBytes(Text));
        var end = bytes.Position;
        var sectionsAt = Put(
        [
            .. new byte[64],
            .. Section(0, 11, symbolsAt, (symbols.Length + 1) * EntrySize, link: 2),
            .. Section(0, 3, stringsAt, strings.Length, link: 0),
            .. Section(0, 3, sectionNamesAt, 9, link: 0),
            .. Section(1, 1, textAt, Text.Length, link: 0),
        ]);
        var length = (int)bytes.Position;

        bytes.Position = 0;
        bytes.Write("\x7f"u8);
        bytes.Write([.. "ELF"u8, 2, 1, 1]);
        bytes.Position = 32;
        bytes.Write(Words(64, (ulong)sectionsAt));
        bytes.Position = 54;
        bytes.Write(MemoryMarshal.AsBytes<ushort>([56, 2, 64, 5, 3]));
        bytes.Position = 64;
        bytes.Write(Words(1 | (6ul << 32), 0, Base, 0, (ulong)end, (ulong)end + ZeroFilledBytes, 4096));
        bytes.Write(Words(2, (ulong)dynamicAt, Base + (ulong)dynamicAt, 0, (ulong)(dynamic.Count * 8), (ulong)(dynamic.Count * 8), 8));
        return bytes.ToArray()[..length];
    }

    /// <summary>A file of these bytes that has no name any more.</summary>
    public static SafeFileHandle Open(ReadOnlySpan<byte> bytes)
    {
        var path = Path.GetTempFileName();
        try
        {
            var file = File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite);
            RandomAccess.Write(file, bytes, 0);
            return file;
        }
        finally
        {
            File.Delete(path);
        }
    }

    private static byte[] Words(params ulong[] words) => MemoryMarshal.AsBytes(words.AsSpan()).ToArray();

    private static byte[] Entry(uint name, ulong value) => Words(name | (0x11ul << 32) | (value == 0 ? 0 : 1ul << 48), value, 8);

    private static byte[] Section(uint name, uint type, long offset, long size, uint link) =>
        Words(name | ((ulong)type << 32), 2, 0, (ulong)offset, (ulong)size, link, 8, 0);

    /// <summary>One bucket, one bloom word with every bit set.</summary>
    private static byte[] GnuHash((string Name, ulong Value)[] symbols)
    {
        List<uint> words = [1, 1, 1, 6, uint.MaxValue, uint.MaxValue, 1];
        for (var index = 0; index < symbols.Length; index++)
        {
            var hash = symbols[index].Name.Aggregate(5381u, (sum, letter) => unchecked((sum * 33) + letter));
            words.Add(index == symbols.Length - 1 ? hash | 1 : hash & ~1u);
        }
        return MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(words)).ToArray();
    }

    /// <summary>One bucket: the chain runs through all symbols.</summary>
    private static byte[] SystemVHash((string Name, ulong Value)[] symbols)
    {
        List<uint> words = [1, (uint)symbols.Length + 1, 1, 0];
        for (var index = 1; index <= symbols.Length; index++)
            words.Add(index == symbols.Length ? 0 : (uint)index + 1);
        return MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(words)).ToArray();
    }
}
