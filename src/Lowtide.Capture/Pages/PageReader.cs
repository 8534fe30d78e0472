using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>
/// Up to <see cref="Chunk.MostPages"/> pages of one process, read in few calls. A page that vanished meanwhile is
/// simply not there. Made once a thread and used again for every chunk.
/// </summary>
internal sealed unsafe class PageReader : IWords, IDisposable
{
    /// <summary>Not before something is read: of hundreds of members few are ever read here.</summary>
    private byte* _bytes;

    private readonly short[] _places = new short[Chunk.MostPages];
    private readonly MemoryRange[] _runs = new MemoryRange[Chunk.MostPages];
    private ulong _start;

    /// <param name="wanted">One flag a page of the chunk.</param>
    public void Read(ProcessMemory memory, ulong start, ReadOnlySpan<bool> wanted)
    {
        _start = start;
        Array.Fill(_places, (short)-1);
        var place = 0;
        var index = 0;
        if (_bytes is null && wanted.Contains(true))
            _bytes = (byte*)NativeMemory.AlignedAlloc(Chunk.MostPages * Page.Size, Page.Size);
        while (index < wanted.Length)
        {
            // All runs up to the first page that cannot be read; the next round goes on behind it.
            var (count, asked) = Runs(start, wanted, index);
            if (count == 0)
                return;
            var destination = new Span<byte>(_bytes + (place * Page.Size), asked * Page.Size);
            var got = memory.ReadMany(_runs.AsSpan(0, count), destination) / Page.Size;
            for (var left = got; left > 0; index++)
                if (wanted[index])
                {
                    _places[index] = (short)place++;
                    left--;
                }
            if (got == asked)
                return;
            while (!wanted[index])
                index++;
            index++;
        }
    }

    private (int Count, int Pages) Runs(ulong start, ReadOnlySpan<bool> wanted, int from)
    {
        int count = 0, pages = 0;
        for (var index = from; index < wanted.Length; index++)
        {
            if (!wanted[index])
                continue;
            var first = index;
            while (index < wanted.Length && wanted[index])
                index++;
            _runs[count++] = new MemoryRange(_start + (ulong)(first * Page.Size), (ulong)((index - first) * Page.Size));
            pages += index - first;
        }
        return (count, pages);
    }

    /// <summary>Empty if it could not be read.</summary>
    public ReadOnlySpan<byte> PageAt(int index) =>
        _places[index] < 0 ? default : new ReadOnlySpan<byte>(_bytes + (_places[index] * Page.Size), Page.Size);

    /// <summary>The page that an address is on; empty if it is not among those that were read.</summary>
    public ReadOnlySpan<byte> PageWith(ulong address) =>
        address >= _start && (address - _start) / Page.Size is < Chunk.MostPages and var index ? PageAt((int)index) : default;

    public bool TryWord(ulong address, out ulong word)
    {
        var page = PageWith(address);
        word = page.IsEmpty ? 0 : MemoryMarshal.Read<ulong>(page[(int)(address % Page.Size)..]);
        return !page.IsEmpty;
    }

    public void Dispose() => NativeMemory.AlignedFree(_bytes);
}
