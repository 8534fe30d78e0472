using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>What is needed to tell the objects on the pages of one family. It reads the memory of one member, which it holds.</summary>
public sealed class CPythonHeap : IDisposable
{
    private readonly AddressSpace _memory;
    private readonly Lazy<MallocOutline> _malloc;

    internal CPythonHeap(HeapLayout layout, ulong metatype, AddressSpace memory)
    {
        _memory = memory;
        Layout = layout;
        Types = new HeapTypes(memory, metatype);
        _malloc = new Lazy<MallocOutline>(() => MallocOutline.Read(memory.Heads, memory.Mappings, mapping => memory.Touched(mapping, out _)));
    }

    internal HeapLayout Layout { get; }

    internal HeapTypes Types { get; }

    internal IMemory Memory => _memory;

    /// <summary>Read when somebody first asks for it.</summary>
    internal MallocOutline Malloc => _malloc.Value;

    public void Dispose() => _memory.Dispose();
}
