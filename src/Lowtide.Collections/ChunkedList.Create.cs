namespace Lowtide.Collections;

/// <summary>Makes lists of collection expressions.</summary>
public static class ChunkedList
{
    /// <summary>A list of <paramref name="values"/>.</summary>
    public static ChunkedList<T> Create<T>(params ReadOnlySpan<T> values)
    {
        var list = new ChunkedList<T>(values.Length);
        list.InsertSpan(0, values);
        return list;
    }
}
