using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

/// <summary>Finds a chunk by its number. The directory itself is in pieces below 85,000 bytes.</summary>
/// <remarks>
/// One array serves the first <see cref="PageLength"/> chunks, so that most collections pay one step; pages of the same length serve
/// those beyond. Every access is checked, by the runtime or against the length of the very array that is read: threads that misuse a
/// collection get an exception or a wrong element, never memory that is not theirs.
/// </remarks>
internal struct ChunkDirectory<T>
{
    internal const int PageLength = 8192;
    private const int PageShift = 13;
    private const int MostPages = 10_000;

    private Slot[]? _first;
    private Slot[][]? _further;
    private int _count;

    /// <summary>One whose <see cref="First"/> may be looked at.</summary>
    internal static ChunkDirectory<T> Empty => new() { _first = [] };

    internal readonly int Count => _count;

    internal readonly Slot[] First => _first!;

    internal readonly T[] this[int chunk]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (uint)chunk < (uint)_first!.Length ? _first[chunk].Chunk : Further((uint)chunk);
    }

    /// <summary>A chunk that is not in <see cref="First"/>. Inlined: the compiler hoists nothing out of a loop that calls.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly T[] Further(nuint chunk) => _further![((int)chunk >> PageShift) - 1][(int)chunk & (PageLength - 1)].Chunk;

    internal readonly void Replace(int chunk, T[] by)
    {
        if (chunk < PageLength)
            _first![chunk].Chunk = by;
        else
            _further![(chunk >> PageShift) - 1][chunk & (PageLength - 1)].Chunk = by;
    }

    internal void Add(T[] chunk)
    {
        if (_first is null || _count >= _first.Length)
            Grow();
        Replace(_count, chunk);
        _count++;
    }

    /// <summary>Forgets the chunks from this one on, and what only they needed of the directory.</summary>
    internal void RemoveFrom(int chunk)
    {
        var kept = Empty;
        for (var i = 0; i < chunk; i++)
            kept.Add(this[i]);
        this = kept;
    }

    [MemberNotNull(nameof(_first))]
    private void Grow()
    {
        if (_first is null || _count < PageLength)
        {
            Array.Resize(ref _first, _count == 0 ? 1 : Math.Min(Math.Max(4, _count * 2), PageLength));
            return;
        }
        if ((_count & (PageLength - 1)) != 0)
            return;
        var page = (_count >> PageShift) - 1;
        _further ??= new Slot[4][];
        if (page == MostPages)
            Throw.TooMany();
        if (page == _further.Length)
            Array.Resize(ref _further, Math.Min(page * 2, MostPages));
        _further[page] = new Slot[PageLength];
    }

    /// <summary>An array of structs is written without the type check that an array of references needs.</summary>
    internal struct Slot
    {
        internal T[] Chunk;
    }
}
