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
    /// <param name="goBack">Whether malloc_trim can give some of them back.</param>
    public ResidentPages(ulong start, ReadOnlySpan<PageEntry> entries, bool goBack)
    {
        (_start, GoBack) = (start, goBack);
        _resident = new int[entries.Length + 1];
        _shared = new int[entries.Length + 1];
        for (var page = 0; page < entries.Length; page++)
        {
            _resident[page + 1] = _resident[page] + (entries[page].Present ? 1 : 0);
            _shared[page + 1] = _shared[page] + (entries[page] is { Present: true, Exclusive: false } ? 1 : 0);
        }
    }

    public bool GoBack { get; }

    public long Bytes => _resident[^1] * (long)Page.Size;

    /// <summary>Bytes of whole resident pages between two addresses.</summary>
    public long Whole(ulong start, ulong end) => Pages(_resident, start, end) * (long)Page.Size;

    /// <summary>Of these, those that another process maps too.</summary>
    public long WholeShared(ulong start, ulong end) => Pages(_shared, start, end) * (long)Page.Size;

    /// <summary>Resident bytes between two addresses, parts of pages too, and of these those on pages that another process maps too.</summary>
    public (long Resident, long Shared) Any(ulong start, ulong end)
    {
        var (first, last) = (Down(start), Down(end - 1));
        if (first == last)
            return Part(first, end - start);
        var (head, tail) = (Part(first, first + Page.Size - start), Part(last, end - last));
        return (head.Resident + Whole(first + Page.Size, last) + tail.Resident, head.Shared + WholeShared(first + Page.Size, last) + tail.Shared);
    }

    private (long Resident, long Shared) Part(ulong page, ulong bytes)
    {
        var index = Index(page);
        return index + 1 == _resident.Length ? default
            : ((_resident[index + 1] - _resident[index]) * (long)bytes, (_shared[index + 1] - _shared[index]) * (long)bytes);
    }

    private int Pages(int[] sums, ulong start, ulong end)
    {
        var (first, last) = (Index(Up(start)), Index(Down(end)));
        return last > first ? sums[last] - sums[first] : 0;
    }

    private int Index(ulong page) => page <= _start ? 0 : (int)Math.Min((page - _start) / Page.Size, (ulong)_resident.Length - 1);

    private static ulong Up(ulong address) => (address + Page.Size - 1) & ~((ulong)Page.Size - 1);

    private static ulong Down(ulong address) => address & ~((ulong)Page.Size - 1);
}
