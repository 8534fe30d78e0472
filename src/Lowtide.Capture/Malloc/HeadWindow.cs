using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>The heads of chunks, read ahead: the further, the longer a walk goes on without a leap.</summary>
internal sealed class HeadWindow(IMemory memory)
{
    // Four pages cost hardly more than one; beyond 256 KiB a call's own cost no longer shows.
    private const int Least = 16 * 1024, Most = 256 * 1024;

    private readonly byte[] _bytes = new byte[Most];
    private ulong _start;
    private ulong _length;

    /// <param name="at">A multiple of 16, so that no head is on two pages.</param>
    public bool TryHead(ulong at, out ulong previousSize, out ulong size)
    {
        (previousSize, size) = (0, 0);
        if (at - _start >= _length && !Fill(at))
            return false;
        var head = MemoryMarshal.Cast<byte, ulong>(_bytes.AsSpan((int)(at - _start), MallocChunk.HeadSize));
        (previousSize, size) = (head[0], head[1]);
        return true;
    }

    /// <summary>As much as can be read at once, but at least the page; of a heap that was given back in part some cannot.</summary>
    private bool Fill(ulong at)
    {
        var page = at & ~((ulong)Page.Size - 1);
        var goesOn = page == _start + _length;
        var wanted = goesOn ? (int)Math.Min(Most, Math.Max(Least, _length * 2)) : Least;
        foreach (var length in (ReadOnlySpan<int>)[wanted, Math.Min(wanted, Least), Page.Size])
        {
            (_start, _length) = (page, (ulong)length);
            if (memory.TryRead(page, _bytes.AsSpan(0, length)))
                return true;
        }
        _length = 0;
        return false;
    }
}
