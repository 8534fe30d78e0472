using Lowtide.Capture.Sources;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>What is needed to tell the objects on the pages of one family. It reads the memory of one member, which it holds.</summary>
public sealed class CPythonHeap : IDisposable
{
    private readonly ProcessMemory _memory;

    internal CPythonHeap(HeapLayout layout, HeapTypes types, ProcessMemory memory) =>
        (Layout, Types, _memory) = (layout, types, memory);

    internal HeapLayout Layout { get; }

    internal HeapTypes Types { get; }

    public void Dispose() => _memory.Dispose();
}
