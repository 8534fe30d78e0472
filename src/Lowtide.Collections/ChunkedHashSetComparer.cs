namespace Lowtide.Collections;

/// <summary>Sets with the same elements are equal. The same as <see cref="HashSet{T}.CreateSetComparer"/> gives.</summary>
internal sealed class ChunkedHashSetComparer<T> : IEqualityComparer<ChunkedHashSet<T>>
{
    public bool Equals(ChunkedHashSet<T>? x, ChunkedHashSet<T>? y)
    {
        if (ReferenceEquals(x, y))
            return true;
        if (x is null || y is null)
            return false;
        if (x.ComparesAs(y))
            return x.SetEquals(y);
        // Each element of y must be in x as the default comparer has it, whatever the sets compare by.
        var elements = new ChunkedHashSet<T>(x, EqualityComparer<T>.Default);
        return y.All(elements.Contains);
    }

    public int GetHashCode(ChunkedHashSet<T>? obj)
    {
        var hash = 0;
        foreach (var item in obj ?? [])
            hash ^= item?.GetHashCode() ?? 0;
        return hash;
    }

    public override bool Equals(object? obj) => obj is ChunkedHashSetComparer<T>;

    public override int GetHashCode() => EqualityComparer<T>.Default.GetHashCode();
}
