namespace Lowtide.Collections;

/// <summary>What a hash table needs of an entry.</summary>
internal interface IEntry<TKey>
{
    int HashCode { get; set; }

    /// <summary>The next entry's number in the same bucket, 0 for none. Below 0 if the entry is free: then the complement of the next free one's.</summary>
    int Next { get; set; }

    TKey Key { get; set; }
}

internal struct SetEntry<T> : IEntry<T>
{
    public int HashCode { get; set; }

    public int Next { get; set; }

    public T Key { get; set; }
}

internal struct MapEntry<TKey, TValue> : IEntry<TKey>
{
    public int HashCode { get; set; }

    public int Next { get; set; }

    public TKey Key { get; set; }

    internal TValue Value;
}
