using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>What stands on each page of one heap: u used, p used and free, f free, t its end that new chunks are cut from; . not resident,
/// x not told.</summary>
internal sealed class HeapCells(ulong firstPage, ulong end)
{
    private const byte IsUsed = 1, IsFree = 2, IsTop = 4;

    /// <summary>Of a picture; a heap of more pages has cells of several.</summary>
    private const int MostCells = 16384;

    private readonly byte[] _pages = new byte[(end - firstPage) / Page.Size];

    public void Used(MallocChunk chunk) => Mark(chunk, IsUsed);

    public void Free(MallocChunk chunk) => Mark(chunk, IsFree);

    public void Top(MallocChunk chunk) => Mark(chunk, IsTop);

    private void Mark(MallocChunk chunk, byte mark)
    {
        var last = Math.Min((chunk.End - 1 - firstPage) / Page.Size, (ulong)_pages.Length - 1);
        for (var page = (chunk.Start - firstPage) / Page.Size; page <= last; page++)
            _pages[page] |= mark;
    }

    public HeapPicture Picture(string name, ResidentPages? resident)
    {
        var letters = new char[_pages.Length];
        for (var page = 0; page < letters.Length; page++)
        {
            var start = firstPage + ((ulong)page * Page.Size);
            letters[page] = resident is not null && resident.Whole(start, start + Page.Size) == 0 ? '.' : Letter(_pages[page]);
        }
        var inCell = 1;
        while (letters.Length / inCell > MostCells)
            inCell *= 2;
        return new HeapPicture(name, "malloc", (long)inCell * Page.Size, HeapPicture.RunsOf(HeapPicture.Together(letters, inCell)));
    }

    private static char Letter(byte marks) => marks switch
    {
        0 => 'x',
        IsUsed => 'u',
        IsFree => 'f',
        IsTop or IsTop | IsFree => 't',
        _ => 'p',
    };
}
