using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>Which pages of a stretch of memory are resident, added up from its start, so that any part of it costs one look.</summary>
internal sealed class ResidentPages
{
    private readonly ulong _start;
    private readonly int[] _resident;
    private readonly int[] _shared;

    /// <param name="start">Of the page that the first entry is of.</param>
    public ResidentPages(ulong start, ReadOnlySpan<PageEntry> entries)
    {
        _start = start;
        _resident = new int[entries.Length + 1];
        _shared = new int[entries.Length + 1];
        for (var page = 0; page < entries.Length; page++)
        {
            _resident[page + 1] = _resident[page] + (entries[page].Present ? 1 : 0);
            _shared[page + 1] = _shared[page] + (entries[page] is { Present: true, Exclusive: false } ? 1 : 0);
        }
    }

    public long Bytes => _resident[^1] * (long)Page.Size;

    /// <summary>Bytes of whole resident pages between two addresses.</summary>
    public long Whole(ulong start, ulong end) => Pages(_resident, start, end) * (long)Page.Size;

    /// <summary>Of these, those that another process maps too.</summary>
    public long WholeShared(ulong start, ulong end) => Pages(_shared, start, end) * (long)Page.Size;

    /// <summary>Resident bytes between two addresses, parts of pages too.</summary>
    public long Any(ulong start, ulong end) => Any(_resident, start, end);

    /// <summary>Of these, those on pages that another process maps too.</summary>
    public long AnyShared(ulong start, ulong end) => Any(_shared, start, end);

    private long Any(int[] sums, ulong start, ulong end)
    {
        var (first, last) = (Up(start), Down(end));
        if (first > last)
            return Counts(sums, last) ? (long)(end - start) : 0;
        return (Pages(sums, first, last) * (long)Page.Size)
            + (first > start && Counts(sums, start) ? (long)(first - start) : 0)
            + (end > last && Counts(sums, last) ? (long)(end - last) : 0);
    }

    private bool Counts(int[] sums, ulong address) => Pages(sums, Down(address), Down(address) + Page.Size) == 1;

    private int Pages(int[] sums, ulong start, ulong end)
    {
        var (first, last) = (Index(Up(start)), Index(Down(end)));
        return last > first ? sums[last] - sums[first] : 0;
    }

    private int Index(ulong page) => page <= _start ? 0 : (int)Math.Min((page - _start) / Page.Size, (ulong)_resident.Length - 1);

    private static ulong Up(ulong address) => (address + Page.Size - 1) & ~((ulong)Page.Size - 1);

    private static ulong Down(ulong address) => address & ~((ulong)Page.Size - 1);
}
