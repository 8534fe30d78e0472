using System.Diagnostics;

namespace Lowtide.Collections;

/// <summary>What a debugger shows of a collection: its elements.</summary>
internal sealed class CollectionView<T>(ICollection<T> collection)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public T[] Items => [.. collection];
}
