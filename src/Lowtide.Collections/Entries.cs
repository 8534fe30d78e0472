using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

/// <summary>A set's entry, and what a dictionary's begins with.</summary>
/// <remarks>
/// Fields and no interface: where keys are references, one compiled method serves all of them, and there the compiler would look up an
/// interface's accessor at each access, and call it.
/// </remarks>
internal struct Entry<TKey>
{
    internal int HashCode;

    /// <summary>The next entry's number in the same bucket, 0 for none. Below 0 if the entry is free: then the complement of the next free one's.</summary>
    internal int Next;

    internal TKey Key;
}

/// <summary>A dictionary's entry.</summary>
internal struct MapEntry<TKey, TValue>
{
    // Written by the table, through a reference to what it takes for a whole entry.
    internal Entry<TKey> Head;
    private Held _rest;

    /// <summary>
    /// Whether the runtime has laid out the head first, which it does of two structs and would not do of a struct and a reference. The
    /// compiler folds it to a constant.
    /// </summary>
    internal static bool BeginsWithHead
    {
        get
        {
            var entry = default(MapEntry<TKey, TValue>);
            return Unsafe.AreSame(ref Unsafe.As<MapEntry<TKey, TValue>, Entry<TKey>>(ref entry), ref entry.Head);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref TValue ValueOf(ref Entry<TKey> head) => ref Unsafe.As<Entry<TKey>, MapEntry<TKey, TValue>>(ref head)._rest.Value;

    private struct Held
    {
        internal TValue Value;
    }
}
