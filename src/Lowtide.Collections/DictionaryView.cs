using System.Diagnostics;

namespace Lowtide.Collections;

/// <summary>What a debugger shows of a dictionary: its entries.</summary>
internal sealed class DictionaryView<TKey, TValue>(IDictionary<TKey, TValue> dictionary)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public KeyValuePair<TKey, TValue>[] Items => [.. dictionary];
}
