using System.Runtime.InteropServices;

namespace Lowtide.Collections;

/// <summary>
/// What <see cref="CollectionsMarshal"/> gives for the framework's collections. Its AsSpan has no counterpart but <see cref="ChunkedList{T}.GetChunks"/>.
/// </summary>
public static class ChunkedCollectionsMarshal
{
    /// <summary>The place of a key's value, or of none: <see cref="System.Runtime.CompilerServices.Unsafe.IsNullRef{T}"/> tells.</summary>
    /// <remarks>It holds until the key is taken out, or the dictionary trimmed; also while others are added, for entries stay where they are.</remarks>
    public static ref TValue GetValueRefOrNullRef<TKey, TValue>(ChunkedDictionary<TKey, TValue> dictionary, TKey key)
        where TKey : notnull => ref dictionary.ValueOrNull(key);

    /// <summary>The place of a key's value; the key is added with the default one if it is not there.</summary>
    /// <inheritdoc cref="GetValueRefOrNullRef{TKey, TValue}" path="/remarks"/>
    public static ref TValue? GetValueRefOrAddDefault<TKey, TValue>(ChunkedDictionary<TKey, TValue> dictionary, TKey key, out bool exists)
        where TKey : notnull => ref dictionary.ValueOrNew(key, out exists);

#if NET9_0_OR_GREATER
    /// <inheritdoc cref="GetValueRefOrNullRef{TKey, TValue}"/>
    public static ref TValue GetValueRefOrNullRef<TKey, TValue, TAlternateKey>(
        ChunkedDictionary<TKey, TValue>.AlternateLookup<TAlternateKey> dictionary, TAlternateKey key)
        where TKey : notnull
        where TAlternateKey : notnull, allows ref struct => ref dictionary.ValueOrNull(key);

    /// <inheritdoc cref="GetValueRefOrAddDefault{TKey, TValue}"/>
    public static ref TValue? GetValueRefOrAddDefault<TKey, TValue, TAlternateKey>(
        ChunkedDictionary<TKey, TValue>.AlternateLookup<TAlternateKey> dictionary, TAlternateKey key, out bool exists)
        where TKey : notnull
        where TAlternateKey : notnull, allows ref struct => ref dictionary.ValueOrNew(key, out exists);
#endif

    /// <summary>Sets how many elements a list has. Those that it gets are of no certain value.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    public static void SetCount<T>(ChunkedList<T> list, int count) => list.SetCount(count);
}
