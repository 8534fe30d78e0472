using System.Runtime.InteropServices;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>What one call of an allocator got, and what became of it.</summary>
/// <param name="Size">In bytes: up to 512 of pymalloc, any number of malloc.</param>
/// <param name="ObjectOffset">From the block's start to the PyObject: what the collector or an instance's dict needs is in front.</param>
/// <param name="Tracked">The object is on one of the collector's lists.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct HeapBlock(
    ulong Start, ulong Size, BlockUse Use, HeapType Type, int ObjectOffset = 0, bool Tracked = false)
{
    public ulong End => Start + Size;

    public ulong Object => Start + (ulong)ObjectOffset;
}
