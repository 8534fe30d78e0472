using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>
/// Says by whose hand a changed word changed, from what stood there. A living object's words only: see
/// <see cref="CopyTracer"/> for one that was freed.
/// </summary>
internal static class WordTrace
{
    private const int Count = 0, TypeOf = 8, Length = 16;
    private const int Hash = 24; // of strings and bytes
    private const int SetHash = 48;

    /// <param name="address">Of the word, a multiple of 8.</param>
    public static CopyTrace Of(in HeapBlock block, ulong address, HeapLayout layout)
    {
        switch (block.Use)
        {
            case BlockUse.Header or BlockUse.Free:
                return CopyTrace.Reused;
            case BlockUse.DictTable:
                return (address - block.Start) switch
                {
                    DictTable.Count => CopyTrace.Count,
                    DictTable.Version => CopyTrace.Cache,
                    _ => CopyTrace.Content,
                };
            case BlockUse.Bytes:
                return CopyTrace.Content;
        }
        var offset = (long)(address - block.Object);
        return offset switch
        {
            < -CollectorHead.Size => CopyTrace.Content, // the instance's dict or values
            < 0 => CopyTrace.Links,
            Count => CopyTrace.Count,
            TypeOf => CopyTrace.Reused,
            _ => OfMember(block.Type.Kind, (int)offset, layout),
        };
    }

    private static CopyTrace OfMember(TypeKind kind, int offset, HeapLayout layout) => kind switch
    {
        // Only the characters and their number are for good; the rest is filled on first use.
        TypeKind.String => offset == Length || offset >= layout.StringData ? CopyTrace.Reused : CopyTrace.Cache,
        TypeKind.Bytes => offset == Hash ? CopyTrace.Cache : CopyTrace.Reused,
        TypeKind.Immutable => CopyTrace.Reused,
        TypeKind.Tuple => layout.TupleHash != 0 && offset == layout.TupleHash ? CopyTrace.Cache : CopyTrace.Reused,
        TypeKind.Type => layout.TypeCaches.Contains(offset) ? CopyTrace.Cache : CopyTrace.Content,
        TypeKind.FrozenSet => offset == SetHash ? CopyTrace.Cache : CopyTrace.Content,
        // Nothing of it changes but what makes it quicker: inline caches, counters, frames kept for the next call.
        TypeKind.Code => CopyTrace.Cache,
        TypeKind.Function => layout.FunctionVersion != 0 && offset == layout.FunctionVersion ? CopyTrace.Cache : CopyTrace.Content,
        _ => CopyTrace.Content,
    };
}
