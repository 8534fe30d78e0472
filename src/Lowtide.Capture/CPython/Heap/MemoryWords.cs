using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>Words that are read one by one, where few are asked for.</summary>
internal sealed class MemoryWords(IMemory memory) : IWords
{
    public bool TryWord(ulong address, out ulong word) => memory.TryRead(address, out word);
}
