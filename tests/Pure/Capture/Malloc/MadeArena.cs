using System.Buffers.Binary;
using Lowtide.Capture.Malloc;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Malloc;

/// <summary>A thread arena of one heap, filled with used chunks up to its top: larger than those that were recorded.</summary>
internal sealed class MadeArena
{
    public const int Size = 32 << 20;

    private const ulong Start = 0x7f00_0000_0000;
    private const int Chunk = 64 << 10;

    private readonly GlibcLayout _layout = GlibcLayout.For(36)!;
    private readonly byte[] _heap = new byte[Size];
    private readonly int _first;

    public MadeArena()
    {
        var state = _layout.HeapInfoSize;
        _first = (state + _layout.StateSize + 15) & ~15;
        var top = _first;
        for (; top + (2 * Chunk) <= Size; top += Chunk)
            Write(top + MallocChunk.SizeOffset, Chunk | MallocChunk.PreviousInUse);
        Write(top + MallocChunk.SizeOffset, (ulong)(Size - top) | MallocChunk.PreviousInUse);
        for (var list = state + _layout.Bins; list < state + _layout.Bins + (16 * GlibcLayout.BinCount); list += 16)
        {
            // An empty list leads to itself, as if a chunk began two words earlier.
            Write(list, Start + (ulong)list - 16);
            Write(list + 8, Start + (ulong)list - 16);
        }
        Write(state + _layout.Top, Start + (ulong)top);
        Write(state + _layout.Next, Start + (ulong)state);
        Write(state + _layout.SystemMemory, Size);
    }

    /// <summary>A part of it was another's when it was read.</summary>
    public void Tear(int from, int to) => _heap.AsSpan(from, to - from).Clear();

    public IReadOnlyList<ArenaFacts> Walk()
    {
        var memory = new FakeMemory().With(Start, _heap);
        var state = ArenaState.TryRead(memory, Start + (ulong)_layout.HeapInfoSize, _layout)!;
        GlibcArena[] arenas = [new(Main: false, state, [new ArenaHeap(Start, Start + (ulong)_first, Start + Size, TopGoes: false)])];
        return new ArenaReader(memory, (_, _, _) => false, []).Walk(arenas, () => arenas);
    }

    private void Write(int at, ulong word) => BinaryPrimitives.WriteUInt64LittleEndian(_heap.AsSpan(at), word);
}
