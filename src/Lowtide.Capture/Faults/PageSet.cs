using System.Numerics;

namespace Lowtide.Capture.Faults;

/// <summary>A set of page numbers: a bit a page, in blocks of 16 MiB of address space.</summary>
internal sealed class PageSet
{
    private const int PagesABlock = 4096;

    private readonly Dictionary<ulong, ulong[]> _blocks = [];

    public bool Contains(ulong page) =>
        _blocks.TryGetValue(page / PagesABlock, out var block) && (block[Word(page)] >> (int)(page % 64) & 1) != 0;

    public void Add(ulong page)
    {
        if (!_blocks.TryGetValue(page / PagesABlock, out var block))
            _blocks[page / PagesABlock] = block = new ulong[PagesABlock / 64];
        block[Word(page)] |= 1ul << (int)(page % 64);
    }

    /// <returns>Whether it was in.</returns>
    public bool Remove(ulong page)
    {
        if (!Contains(page))
            return false;
        _blocks[page / PagesABlock][Word(page)] &= ~(1ul << (int)(page % 64));
        return true;
    }

    public void AddAll(PageSet others)
    {
        foreach (var (number, theirs) in others._blocks)
        {
            if (!_blocks.TryGetValue(number, out var block))
                _blocks[number] = block = new ulong[PagesABlock / 64];
            for (var word = 0; word < block.Length; word++)
                block[word] |= theirs[word];
        }
    }

    public IEnumerable<ulong> Pages()
    {
        foreach (var (number, block) in _blocks)
            for (var word = 0; word < block.Length; word++)
                for (var left = block[word]; left != 0; left &= left - 1)
                    yield return (number * PagesABlock) + (ulong)((word * 64) + BitOperations.TrailingZeroCount(left));
    }

    public void Clear() => _blocks.Clear();

    private static int Word(ulong page) => (int)(page % PagesABlock / 64);
}
