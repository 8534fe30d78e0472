namespace Lowtide.Collections;

/// <summary>Spans into a <see cref="ChunkedList{T}"/>, as CollectionExtensions has them for List.</summary>
/// <remarks>
/// As members of the list they would compete with those that take an enumerable: before C# 14 an array is as good for the one as for the
/// other, and <c>list.AddRange(array)</c> does not compile.
/// </remarks>
public static class ChunkedListExtensions
{
    /// <summary>Adds <paramref name="source"/> at the end.</summary>
    public static void AddRange<T>(this ChunkedList<T> list, params ReadOnlySpan<T> source)
    {
        ArgumentNullException.ThrowIfNull(list);
        list.InsertSpan(list.Count, source);
    }

    /// <summary>Puts <paramref name="source"/> before the element at <paramref name="index"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative or above the list's count.</exception>
    public static void InsertRange<T>(this ChunkedList<T> list, int index, params ReadOnlySpan<T> source)
    {
        ArgumentNullException.ThrowIfNull(list);
        list.InsertSpan(index, source);
    }
}
