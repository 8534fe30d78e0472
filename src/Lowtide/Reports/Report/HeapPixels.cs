using Lowtide.Recordings;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Report;

/// <summary>
/// Lays a heap's cells out: in rows from left to right, or, where it is made of pages, each page as a block of its own, in the same order. A
/// large heap has hundreds of thousands of cells, so that they are points of a picture and no shapes.
/// </summary>
internal sealed class HeapPixels
{
    public const int Width = 960;

    private const int CellOfHeap = 6, CellOfPages = 2;

    private const int HeightToScale = 18;

    private const byte Background = 0;

    private readonly List<string> _palette = ["#ffffff"];
    private readonly byte[] _pixels;
    private readonly int _cell;

    private HeapPixels(int cell, int rows) => (_cell, _pixels) = (cell, new byte[Width * Math.Max(1, rows) * cell]);

    /// <param name="together">So many cells as one.</param>
    public static IndexedPng Of(HeapPicture heap, int together)
    {
        var pages = heap.Pages()
            .Select(runs => HeapPicture.Together([.. runs.SelectMany(run => Enumerable.Repeat(run.Letter, run.Cells))], together))
            .ToList();
        return pages.Count == 1 ? Whole(heap.Kind, pages[0]) : Blocks(heap.Kind, pages);
    }

    /// <summary>One strip, in which each part is as long as it is large.</summary>
    /// <param name="whole">Bytes that fill the width: parts may be fewer.</param>
    public static IndexedPng ToScale(IEnumerable<(HeapLetters Letter, long Bytes)> parts, long whole)
    {
        var drawn = new HeapPixels(1, HeightToScale);
        var bytes = 0L;
        foreach (var part in parts)
        {
            var from = Point(bytes);
            bytes += part.Bytes;
            for (var line = 0; line < HeightToScale; line++)
                drawn._pixels.AsSpan((line * Width) + from, Point(bytes) - from).Fill(drawn.Colour(part.Letter));
        }
        return drawn.Picture;

        int Point(long at) => (int)(at * (double)Width / Math.Max(1, whole));
    }

    private static IndexedPng Whole(string kind, char[] letters)
    {
        const int Columns = Width / CellOfHeap;
        var drawn = new HeapPixels(CellOfHeap, (letters.Length + Columns - 1) / Columns);
        drawn.Fill(kind, letters, Columns, 0, 0);
        return drawn.Picture;
    }

    /// <summary>As near to squares as they come, a cell apart.</summary>
    private static IndexedPng Blocks(string kind, List<char[]> pages)
    {
        const int Columns = Width / CellOfPages;
        var most = pages.Max(page => page.Length);
        var width = (int)Math.Ceiling(Math.Sqrt(Math.Max(1, most)));
        var height = (most + width - 1) / width;
        var inRow = Math.Max(1, (Columns + 1) / (width + 1));
        var drawn = new HeapPixels(CellOfPages, (pages.Count + inRow - 1) / inRow * (height + 1));
        foreach (var (at, page) in pages.Index())
            drawn.Fill(kind, page, width, at % inRow * (width + 1), at / inRow * (height + 1));
        return drawn.Picture;
    }

    private IndexedPng Picture => new(_pixels, Width, _palette);

    private void Fill(string kind, char[] letters, int columns, int left, int top)
    {
        for (var at = 0; at < letters.Length; at++)
        {
            var colour = Colour(HeapLetters.Of(kind, letters[at]));
            for (var line = 0; line < _cell; line++)
                _pixels.AsSpan(((((top + (at / columns)) * _cell) + line) * Width) + ((left + (at % columns)) * _cell), _cell).Fill(colour);
        }
    }

    private byte Colour(HeapLetters letter)
    {
        var known = _palette.IndexOf(letter.Colour, Background + 1);
        if (known < 0)
            _palette.Add(letter.Colour);
        return (byte)(known < 0 ? _palette.Count - 1 : known);
    }
}
