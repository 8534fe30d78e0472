using System.Numerics;
using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>Which pages of a stretch of memory are resident, added up from its start, so that any part of it costs one look.</summary>
/// <remarks>In blocks of 64 pages, of which there are those with a resident page: what is kept is by these, however long the stretch is.</remarks>
internal sealed class ResidentPages
{
    public const int PagesInBlock = 64;

    private readonly List<Block> _blocks = [];

    /// <summary>The block that was asked for last: a walk goes from each to the next.</summary>
    private int _last;

    private ResidentPages(bool goBack) => GoBack = goBack;

    /// <summary>One bit a page.</summary>
    /// <param name="Number">Of its first page, divided by <see cref="PagesInBlock"/>.</param>
    /// <param name="Before">How many pages in front of it are resident.</param>
    [StructLayout(LayoutKind.Auto)]
    public readonly record struct Block(ulong Number, ulong Resident, ulong Shared, long Before, long SharedBefore);

    /// <summary>In order of address.</summary>
    public ReadOnlySpan<Block> Blocks => CollectionsMarshal.AsSpan(_blocks);

    /// <summary>Whether malloc_trim can give some of them back.</summary>
    public bool GoBack { get; }

    public long Bytes => Count(ulong.MaxValue).Resident * Page.Size;

    /// <returns>Null where they cannot be read.</returns>
    public static ResidentPages? TryRead(PageWalk pages, ulong start, ulong end, bool goBack)
    {
        var resident = new ResidentPages(goBack);
        return pages(start, end, resident.Add) ? resident : null;
    }

    private void Add(ulong start, ReadOnlySpan<PageEntry> entries)
    {
        for (var at = 0; at < entries.Length; at++)
        {
            if (!entries[at].Present)
                continue;
            var page = (start / Page.Size) + (ulong)at;
            if (_blocks.Count == 0 || _blocks[^1].Number != page / PagesInBlock)
            {
                var (before, sharedBefore) = Count(ulong.MaxValue);
                _blocks.Add(new Block(page / PagesInBlock, 0, 0, before, sharedBefore));
            }
            var bit = Bit(page);
            var block = _blocks[^1];
            _blocks[^1] = block with { Resident = block.Resident | bit, Shared = entries[at].Exclusive ? block.Shared : block.Shared | bit };
        }
    }

    /// <summary>Bytes of whole resident pages between two addresses.</summary>
    public long Whole(ulong start, ulong end) => Pages(start, end).Resident;

    /// <summary>Of these, those that another process maps too.</summary>
    public long WholeShared(ulong start, ulong end) => Pages(start, end).Shared;

    /// <summary>Resident bytes between two addresses, parts of pages too, and of these those on pages that another process maps too.</summary>
    public (long Resident, long Shared) Any(ulong start, ulong end)
    {
        var (first, last) = (Down(start), Down(end - 1));
        if (first == last)
            return Part(first, end - start);
        var (head, between, tail) = (Part(first, first + Page.Size - start), Pages(first + Page.Size, last), Part(last, end - last));
        return (head.Resident + between.Resident + tail.Resident, head.Shared + between.Shared + tail.Shared);
    }

    /// <summary>The first block that has a page from this one on, by its place among <see cref="Blocks"/>; their number where none has.</summary>
    /// <param name="page">Its address divided by the size of a page.</param>
    public int From(ulong page)
    {
        var number = page / PagesInBlock;
        var blocks = Blocks;
        for (var near = _last; near <= _last + 1 && near <= blocks.Length; near++)
            if ((near == blocks.Length || blocks[near].Number >= number) && (near == 0 || blocks[near - 1].Number < number))
                return _last = near;
        return _last = AddressOrder.FirstBehind(blocks, number, static (block, from) => block.Number >= from);
    }

    private (long Resident, long Shared) Part(ulong address, ulong bytes)
    {
        var page = address / Page.Size;
        var at = From(page);
        if (at == _blocks.Count || _blocks[at] is var block && (block.Number != page / PagesInBlock || (block.Resident & Bit(page)) == 0))
            return default;
        return ((long)bytes, (block.Shared & Bit(page)) == 0 ? 0 : (long)bytes);
    }

    private (long Resident, long Shared) Pages(ulong start, ulong end)
    {
        var (first, last) = (Up(start), Down(end));
        if (last <= first)
            return default;
        var (before, all) = (Count(first / Page.Size), Count(last / Page.Size));
        return ((all.Resident - before.Resident) * Page.Size, (all.Shared - before.Shared) * Page.Size);
    }

    /// <summary>Pages in front of one.</summary>
    private (long Resident, long Shared) Count(ulong page)
    {
        var at = From(page);
        if (at < _blocks.Count && _blocks[at].Number == page / PagesInBlock)
        {
            var (block, before) = (_blocks[at], Bit(page) - 1);
            return (block.Before + BitOperations.PopCount(block.Resident & before), block.SharedBefore + BitOperations.PopCount(block.Shared & before));
        }
        return at == 0 ? default : _blocks[at - 1] is var last
            ? (last.Before + BitOperations.PopCount(last.Resident), last.SharedBefore + BitOperations.PopCount(last.Shared)) : default;
    }

    private static ulong Bit(ulong page) => 1UL << (int)(page % PagesInBlock);

    private static ulong Up(ulong address) => (address + Page.Size - 1) & ~((ulong)Page.Size - 1);

    private static ulong Down(ulong address) => address & ~((ulong)Page.Size - 1);
}
