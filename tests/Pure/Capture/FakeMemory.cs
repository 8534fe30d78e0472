using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture;

/// <summary>A process's memory in _pieces; what lies between them is not mapped.</summary>
internal sealed class FakeMemory : IMemory, IWords
{
    private readonly SortedDictionary<ulong, byte[]> _pieces = [];

    public int Reads { get; private set; }

    public FakeMemory With(ulong address, byte[] bytes)
    {
        _pieces[address] = bytes;
        return this;
    }

    public FakeMemory With(ulong address, params ulong[] words) => With(address, MemoryMarshal.AsBytes(words.AsSpan()).ToArray());

    public bool TryRead(ulong address, Span<byte> destination)
    {
        Reads++;
        foreach (var (start, bytes) in _pieces)
        {
            if (address < start || address - start > (ulong)bytes.Length)
                continue;
            var at = (int)(address - start);
            if (destination.Length > bytes.Length - at)
                continue;
            bytes.AsSpan(at, destination.Length).CopyTo(destination);
            return true;
        }
        return false;
    }

    public bool TryWord(ulong address, out ulong word) => this.TryRead(address, out word);
}
