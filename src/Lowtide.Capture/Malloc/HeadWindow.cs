using System.Buffers;
using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>
/// The heads of chunks, read ahead: the further, the longer a walk goes on without a leap, and at last on another thread, for to
/// read takes as long as to walk.
/// </summary>
/// <param name="memory">Two threads may use it at once.</param>
internal sealed class HeadWindow(IMemory memory) : IDisposable
{
    // Four pages cost hardly more than one; beyond 256 KiB a call's own cost no longer shows.
    private const int Least = 16 * 1024, Most = 256 * 1024;

    /// <summary>As long as was asked for yet: most heaps are short.</summary>
    private byte[] _bytes = [];
    private byte[]? _other;
    private ulong _start;
    private ulong _length;
    private Task<bool>? _ahead;

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
        var read = _ahead is { } ahead && ahead.GetAwaiter().GetResult() && goesOn;
        _ahead = null;
        if (read)
            (_bytes, _other, _start) = (_other!, _bytes, page);
        else if (!Fill(page, goesOn ? (int)Math.Min(Most, Math.Max(Least, _length * 2)) : Least))
            return false;
        if (_length == Most)
        {
            var (next, into) = (_start + Most, _other ??= ArrayPool<byte>.Shared.Rent(Most));
            _ahead = Task.Run(() => memory.TryRead(next, into));
        }
        return true;
    }

    private bool Fill(ulong page, int wanted)
    {
        if (_bytes.Length < wanted)
        {
            Return(_bytes);
            _bytes = ArrayPool<byte>.Shared.Rent(wanted);
        }
        foreach (var length in (ReadOnlySpan<int>)[wanted, Math.Min(wanted, Least), Page.Size])
        {
            (_start, _length) = (page, (ulong)length);
            if (memory.TryRead(page, _bytes.AsSpan(0, length)))
                return true;
        }
        _length = 0;
        return false;
    }

    public void Dispose()
    {
        // It writes into what is given back.
        _ahead?.GetAwaiter().GetResult();
        Return(_bytes);
        Return(_other ?? []);
        (_bytes, _other, _length, _ahead) = ([], null, 0, null);
    }

    private static void Return(byte[] bytes)
    {
        if (bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(bytes);
    }
}
