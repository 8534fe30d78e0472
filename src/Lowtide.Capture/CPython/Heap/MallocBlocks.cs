using System.Runtime.InteropServices;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>
/// What malloc's chunks on a page hold: objects of more than 512 bytes, and what is no object. The outline is of one
/// member and one moment; a chunk is believed only where the page itself says the same.
/// </summary>
/// <param name="memory">Where a chunk begins that reaches onto the page from another one.</param>
internal sealed class MallocBlocks(MallocOutline outline, BlockReader reader, IMemory memory)
{
    private readonly List<HeapBlock> _blocks = [];
    private readonly MemoryWords _elsewhere = new(memory);
    private HeapBlock _last;

    public ReadOnlySpan<HeapBlock> Blocks => CollectionsMarshal.AsSpan(_blocks);

    public bool IsInHeap(ulong page) => outline.IsInHeap(page);

    /// <returns>False if nothing is known of the page.</returns>
    public bool Load(IWords words, ulong page)
    {
        _blocks.Clear();
        foreach (var chunk in outline.On(page))
        {
            var begins = words.TryWord(chunk.Start + MallocChunk.SizeOffset, out var size);
            var length = ((size & MallocChunk.IsMapped) != 0 ? chunk.End : chunk.ContentEnd) - chunk.Content;
            if (begins && (size & ~MallocChunk.Flags) != chunk.Size)
                _blocks.Add(new HeapBlock(chunk.Content, length, BlockUse.Bytes, HeapType.None));
            else if (!chunk.InUse)
                _blocks.Add(new HeapBlock(chunk.Content, length, BlockUse.Free, HeapType.None));
            else if (chunk.Content == _last.Start)
                _blocks.Add(_last);
            else
                _blocks.Add(_last = reader.Read(begins ? words : _elsewhere, chunk.Content, length));
        }
        return _blocks.Count > 0;
    }
}
