using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;

namespace Lowtide.Capture.Elf;

/// <summary>
/// The dynamic symbols of one file. A look-up by DT_GNU_HASH reads five small pieces; without it by DT_HASH, and
/// without either by a walk over .dynsym.
/// </summary>
internal sealed class ElfSymbolTable
{
    [StructLayout(LayoutKind.Sequential)]
    internal readonly record struct Entry(uint Name, byte Info, byte Other, ushort Section, ulong Value, ulong Size);

    private const int EntrySize = 24;
    private const int LongestName = 128;

    // What a chain or a table may cost at most in a hostile file. CPython has 2,000 symbols, Chromium 100,000.
    private const int ChainLimit = 1 << 14;
    private const int WalkLimit = 1 << 18;

    private readonly ElfFile _file;
    private readonly ElfDynamic _dynamic;

    public ElfSymbolTable(ElfFile file)
    {
        _file = file;
        _dynamic = ElfDynamic.Read(file);
    }

    public bool TryFind(string name, out ElfSymbol symbol)
    {
        symbol = default;
        if (!TryTerminate(name, stackalloc byte[LongestName], out var wanted))
            return false;
        if (_dynamic is { Symbols: not 0, Strings: not 0 })
        {
            if (_dynamic.GnuHash != 0)
                return TryFindByGnuHash(wanted, out symbol);
            if (_dynamic.Hash != 0)
                return TryFindByHash(wanted, out symbol);
        }
        return TryWalk(wanted, out symbol);
    }

    /// <summary>The layout: https://flapenguin.me/elf-dt-gnu-hash, and elf/dl-lookup.c in glibc.</summary>
    private bool TryFindByGnuHash(ReadOnlySpan<byte> wanted, out ElfSymbol symbol)
    {
        symbol = default;
        uint hash = 5381;
        foreach (var letter in wanted[..^1])
            hash = unchecked((hash * 33) + letter);

        Span<uint> header = stackalloc uint[4];
        if (!TryReadWords(_dynamic.GnuHash, header))
            return false;
        var (buckets, firstHashed, bloomWords, bloomShift) = (header[0], header[1], header[2], header[3]);
        if (buckets == 0 || bloomWords == 0)
            return false;
        var bloom = _dynamic.GnuHash + 16;
        Span<byte> word = stackalloc byte[8];
        if (!_file.TryReadAddress(bloom + (8ul * (hash / 64 % bloomWords)), word))
            return false;
        var filter = BinaryPrimitives.ReadUInt64LittleEndian(word);
        if ((filter >> (int)(hash % 64) & filter >> (int)((hash >> (int)(bloomShift & 31)) % 64) & 1) == 0)
            return false;

        var bucketTable = bloom + (8ul * bloomWords);
        Span<uint> chain = stackalloc uint[16];
        if (!TryReadWords(bucketTable + (4ul * (hash % buckets)), chain[..1]) || chain[0] < firstHashed)
            return false;
        var index = chain[0];
        var chains = bucketTable + (4ul * buckets);
        for (var walked = 0; walked < ChainLimit; walked += chain.Length)
        {
            // The table may end right behind the chain: then its words are read one at a time.
            if (!TryReadWords(chains + (4ul * (index - firstHashed)), chain))
            {
                chain = chain[..1];
                if (!TryReadWords(chains + (4ul * (index - firstHashed)), chain))
                    return false;
            }
            foreach (var link in chain)
            {
                if ((link | 1) == (hash | 1) && IsDefined(index, wanted, out symbol))
                    return true;
                if ((link & 1) != 0)
                    return false;
                index = unchecked(index + 1);
            }
        }
        return false;
    }

    /// <summary>System V ABI, "Hash Table".</summary>
    private bool TryFindByHash(ReadOnlySpan<byte> wanted, out ElfSymbol symbol)
    {
        symbol = default;
        uint hash = 0;
        foreach (var letter in wanted[..^1])
        {
            hash = unchecked((hash << 4) + letter);
            var high = hash & 0xf0000000;
            hash = (hash ^ (high >> 24)) & ~high;
        }
        Span<uint> header = stackalloc uint[2];
        Span<uint> index = stackalloc uint[1];
        if (!TryReadWords(_dynamic.Hash, header) || header[0] == 0)
            return false;
        var buckets = _dynamic.Hash + 8;
        var chains = buckets + (4ul * header[0]);
        if (!TryReadWords(buckets + (4ul * (hash % header[0])), index))
            return false;
        // A chain that runs in a circle ends at the limit.
        for (var walked = 0; index[0] != 0 && index[0] < header[1] && walked < ChainLimit; walked++)
        {
            if (IsDefined(index[0], wanted, out symbol))
                return true;
            if (!TryReadWords(chains + (4ul * index[0]), index))
                return false;
        }
        return false;
    }

    private bool TryWalk(ReadOnlySpan<byte> wanted, out ElfSymbol symbol)
    {
        symbol = default;
        const uint DynamicSymbols = 11;
        if (ElfSections.Find(_file, DynamicSymbols) is not { } table
            || ElfSections.TryRead(_file, table.Link) is not { } names)
            return false;
        Span<byte> name = stackalloc byte[LongestName];
        name = name[..wanted.Length];
        Span<Entry> piece = stackalloc Entry[64];
        var left = (int)Math.Min(table.Size / EntrySize, WalkLimit);
        for (var offset = table.Offset; left > 0; left -= piece.Length, offset += (ulong)(piece.Length * EntrySize))
        {
            piece = piece[..Math.Min(left, piece.Length)];
            if (!_file.TryReadOffset(offset, MemoryMarshal.AsBytes(piece)))
                return false;
            foreach (var entry in piece)
            {
                if (IsDefinition(entry) && entry.Name < names.Size
                    && _file.TryReadOffset(names.Offset + entry.Name, name) && name.SequenceEqual(wanted))
                {
                    symbol = new ElfSymbol(entry.Value, entry.Size);
                    return true;
                }
            }
        }
        return false;
    }

    public ElfSlots FindSlots(string name) =>
        TryTerminate(name, stackalloc byte[LongestName], out var wanted)
            ? new ElfSlots(
                ElfRelocations.Find(_file, _dynamic.Relocations, _dynamic.RelocationsSize, ElfRelocations.GlobDat, wanted, this),
                ElfRelocations.Find(_file, _dynamic.JumpRelocations, _dynamic.JumpRelocationsSize, ElfRelocations.JumpSlot, wanted, this))
            : default;

    /// <summary>Whether the symbol of this index has this NUL-terminated name, defined or not.</summary>
    public bool IsNamed(uint index, ReadOnlySpan<byte> wanted) => TryReadEntry(index, out var entry) && IsNamed(entry, wanted);

    private static bool TryTerminate(string name, Span<byte> place, out ReadOnlySpan<byte> wanted)
    {
        wanted = default;
        if (!Encoding.UTF8.TryGetBytes(name, place[..^1], out var length) || length == 0)
            return false;
        place[length] = 0;
        wanted = place[..(length + 1)];
        return true;
    }

    private bool IsDefined(uint index, ReadOnlySpan<byte> wanted, out ElfSymbol symbol)
    {
        var found = TryReadEntry(index, out var entry) && IsDefinition(entry) && IsNamed(entry, wanted);
        symbol = found ? new ElfSymbol(entry.Value, entry.Size) : default;
        return found;
    }

    /// <summary>Defined here (not SHN_UNDEF), and a function or data: types 0, 1, 2 and 10 (STT_GNU_IFUNC).</summary>
    private static bool IsDefinition(Entry entry) =>
        entry.Section != 0 && entry.Value != 0 && (entry.Info & 15) is 0 or 1 or 2 or 10;

    private bool IsNamed(Entry entry, ReadOnlySpan<byte> wanted)
    {
        Span<byte> name = stackalloc byte[LongestName];
        name = name[..wanted.Length];
        return entry.Name < _dynamic.StringsSize && _file.TryReadAddress(_dynamic.Strings + entry.Name, name) && name.SequenceEqual(wanted);
    }

    private bool TryReadEntry(uint index, out Entry entry)
    {
        Span<Entry> one = stackalloc Entry[1];
        var read = _file.TryReadAddress(unchecked(_dynamic.Symbols + ((ulong)index * EntrySize)), MemoryMarshal.AsBytes(one));
        entry = one[0];
        return read;
    }

    private bool TryReadWords(ulong address, Span<uint> words) => _file.TryReadAddress(address, MemoryMarshal.AsBytes(words));
}
