using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

public partial class ChunkedHashSet<T>
{
    /// <summary>Adds the elements of <paramref name="other"/>.</summary>
    public void UnionWith(IEnumerable<T> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        foreach (var item in other)
            _table.FindOrAdd(item, out _);
    }

    /// <summary>Keeps only what is in <paramref name="other"/> too.</summary>
    public void IntersectWith(IEnumerable<T> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (Count == 0 || ReferenceEquals(other, this))
            return;
        if (other is ICollection<T> { Count: 0 })
        {
            Clear();
            return;
        }
        if (AsSameKind(other) is { } set)
        {
            RemoveWhere(item => !set.Contains(item));
            return;
        }
        var found = new ChunkedHashSet<int>();
        foreach (var item in other)
        {
            ref var entry = ref Find(item);
            if (!Unsafe.IsNullRef(ref entry))
                found.Add(_table.NumberOf(ref entry));
        }
        for (var cursor = new HashTable<T, Entry<T>>.Cursor(); cursor.MoveNext(_table);)
        {
            if (!found.Contains(cursor.Number))
                _table.Remove(ref cursor.Current);
        }
    }

    /// <summary>Takes out what is in <paramref name="other"/>.</summary>
    public void ExceptWith(IEnumerable<T> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (Count == 0)
            return;
        if (ReferenceEquals(other, this))
        {
            Clear();
            return;
        }
        foreach (var item in other)
            Remove(item);
    }

    /// <summary>Takes out what is in <paramref name="other"/> too, and adds what is only there.</summary>
    public void SymmetricExceptWith(IEnumerable<T> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (Count == 0)
        {
            UnionWith(other);
            return;
        }
        if (ReferenceEquals(other, this))
        {
            Clear();
            return;
        }
        // What is there twice counts once.
        foreach (var item in AsSameKind(other) ?? new ChunkedHashSet<T>(other, Comparer))
        {
            if (!Remove(item))
                Add(item);
        }
    }

    /// <summary>Whether all elements are in <paramref name="other"/>.</summary>
    public bool IsSubsetOf(IEnumerable<T> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return Count == 0 || ReferenceEquals(other, this) || CompareWith(other).Shared == Count;
    }

    /// <summary>Whether all elements are in <paramref name="other"/> and something else too.</summary>
    public bool IsProperSubsetOf(IEnumerable<T> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return !ReferenceEquals(other, this) && CompareWith(other) is (var shared, true) && shared == Count;
    }

    /// <summary>Whether all that is in <paramref name="other"/> is here.</summary>
    public bool IsSupersetOf(IEnumerable<T> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return ReferenceEquals(other, this) || other.All(Contains);
    }

    /// <summary>Whether all that is in <paramref name="other"/> is here and something else too.</summary>
    public bool IsProperSupersetOf(IEnumerable<T> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return Count != 0 && !ReferenceEquals(other, this) && CompareWith(other, stopAtStranger: true) is (var shared, false) && shared < Count;
    }

    /// <summary>Whether any element is in <paramref name="other"/>.</summary>
    public bool Overlaps(IEnumerable<T> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return Count != 0 && (ReferenceEquals(other, this) || other.Any(Contains));
    }

    /// <summary>Whether <paramref name="other"/> has the same elements, however often.</summary>
    public bool SetEquals(IEnumerable<T> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return ReferenceEquals(other, this) || (CompareWith(other, stopAtStranger: true) is (var shared, false) && shared == Count);
    }

    internal bool ComparesAs(ChunkedHashSet<T> set) => Comparer.Equals(set.Comparer);

    private ChunkedHashSet<T>? AsSameKind(IEnumerable<T> other) => other is ChunkedHashSet<T> set && ComparesAs(set) ? set : null;

    /// <summary>How many elements of this set are there, and whether something else is.</summary>
    private (int Shared, bool Strangers) CompareWith(IEnumerable<T> other, bool stopAtStranger = false)
    {
        if (AsSameKind(other) is { } set)
        {
            var common = 0;
            foreach (var item in this)
                common += set.Contains(item) ? 1 : 0;
            return (common, common < set.Count);
        }
        var shared = new ChunkedHashSet<int>();
        var strangers = false;
        foreach (var item in other)
        {
            ref var entry = ref Find(item);
            if (Unsafe.IsNullRef(ref entry))
                strangers = true;
            else
                shared.Add(_table.NumberOf(ref entry));
            if (strangers && stopAtStranger)
                break;
        }
        return (shared.Count, strangers);
    }
}
