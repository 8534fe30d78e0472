using System.Numerics;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>What stands on each page of one heap: u used, p used and free, f free, t its end that new chunks are cut from; . not resident,
/// x not told.</summary>
/// <param name="resident">Of these pages alone something is kept; null where it cannot be told which they are, and then there is no picture.</param>
internal sealed class HeapCells(ulong firstPage, ulong end, ResidentPages? resident)
{
    private const byte IsUsed = 1, IsFree = 2, IsTop = 4;

    /// <summary>Of a picture; a heap of more pages has cells of several.</summary>
    private const int MostCells = 16384;

    /// <summary>In the order of their blocks.</summary>
    private readonly byte[] _pages = new byte[(resident?.Blocks.Length ?? 0) * ResidentPages.PagesInBlock];

    public void Used(MallocChunk chunk) => Mark(chunk, IsUsed);

    public void Free(MallocChunk chunk) => Mark(chunk, IsFree);

    public void Top(MallocChunk chunk) => Mark(chunk, IsTop);

    private void Mark(MallocChunk chunk, byte mark)
    {
        if (resident is null)
            return;
        var (first, last) = (chunk.Start / Page.Size, (chunk.End - 1) / Page.Size);
        var blocks = resident.Blocks;
        for (var at = resident.From(first); at < blocks.Length && blocks[at].Number * ResidentPages.PagesInBlock <= last; at++)
        {
            var start = blocks[at].Number * ResidentPages.PagesInBlock;
            var stop = Math.Min(last - start, ResidentPages.PagesInBlock - 1);
            for (var page = first > start ? first - start : 0; page <= stop; page++)
                _pages[(at * ResidentPages.PagesInBlock) + (int)page] |= mark;
        }
    }

    public HeapPicture? Picture(string name)
    {
        if (resident is null)
            return null;
        var (first, pages) = (firstPage / Page.Size, (end - firstPage) / Page.Size);
        var inCell = 1UL;
        while (pages / inCell > MostCells)
            inCell *= 2;
        var letters = new char[(pages + inCell - 1) / inCell];
        letters.AsSpan().Fill('.');
        var (cell, ofCell) = (0UL, new CellLetters());
        for (var at = 0; at < resident.Blocks.Length; at++)
            for (var left = resident.Blocks[at].Resident; left != 0; left &= left - 1)
            {
                var inBlock = BitOperations.TrailingZeroCount(left);
                var page = (resident.Blocks[at].Number * ResidentPages.PagesInBlock) + (ulong)inBlock - first;
                if (page / inCell != cell)
                {
                    letters[cell] = ofCell.Most(Math.Min(inCell, pages - (cell * inCell)));
                    (cell, ofCell) = (page / inCell, new CellLetters());
                }
                ofCell.Add(page % inCell, Letter(_pages[(at * ResidentPages.PagesInBlock) + inBlock]));
            }
        if (letters.Length > 0)
            letters[cell] = ofCell.Most(Math.Min(inCell, pages - (cell * inCell)));
        return new HeapPicture(name, "malloc", (long)inCell * Page.Size, HeapPicture.RunsOf(letters));
    }

    private static char Letter(byte marks) => marks switch
    {
        0 => 'x',
        IsUsed => 'u',
        IsFree => 'f',
        IsTop or IsTop | IsFree => 't',
        _ => 'p',
    };

    /// <summary>How many pages of one cell have each letter: of the most frequent ones that which comes first is the cell's.</summary>
    private sealed class CellLetters
    {
        private readonly List<(char Letter, ulong Count)> _letters = [];
        private ulong _next;

        /// <param name="page">In its cell; those in front of it that were not added are not resident.</param>
        public void Add(ulong page, char letter)
        {
            AddPages('.', page - _next);
            AddPages(letter, 1);
        }

        public char Most(ulong pages)
        {
            AddPages('.', pages - _next);
            return _letters.MaxBy(each => each.Count).Letter;
        }

        private void AddPages(char letter, ulong count)
        {
            if (count == 0)
                return;
            _next += count;
            var at = _letters.FindIndex(each => each.Letter == letter);
            if (at < 0)
                _letters.Add((letter, count));
            else
                _letters[at] = (letter, _letters[at].Count + count);
        }
    }
}
