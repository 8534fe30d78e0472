namespace Lowtide.Collections;

/// <summary>Makes sets of collection expressions.</summary>
public static class ChunkedHashSet
{
    /// <summary>A set of <paramref name="values"/>.</summary>
    public static ChunkedHashSet<T> Create<T>(params ReadOnlySpan<T> values)
    {
        var set = new ChunkedHashSet<T>();
        foreach (var value in values)
            set.Add(value);
        return set;
    }
}
