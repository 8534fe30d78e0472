using System.Collections;

namespace Lowtide.Collections;

public partial class ChunkedDictionary<TKey, TValue>
{
    bool ICollection<KeyValuePair<TKey, TValue>>.IsReadOnly => false;

    bool IDictionary.IsReadOnly => false;

    bool IDictionary.IsFixedSize => false;

    bool ICollection.IsSynchronized => false;

    object ICollection.SyncRoot => this;

    object? IDictionary.this[object key]
    {
        get => IsKey(key) && TryGetValue((TKey)key, out var value) ? value : null;
        set
        {
            ArgumentNullException.ThrowIfNull(key);
            Throw.IfNullIsNoElement<TValue>(value, nameof(value));
            this[KeyOf(key)] = ValueOf(value);
        }
    }

    void ICollection<KeyValuePair<TKey, TValue>>.Add(KeyValuePair<TKey, TValue> item) => Add(item.Key, item.Value);

    bool ICollection<KeyValuePair<TKey, TValue>>.Contains(KeyValuePair<TKey, TValue> item) =>
        TryGetValue(item.Key, out var value) && EqualityComparer<TValue>.Default.Equals(value, item.Value);

    bool ICollection<KeyValuePair<TKey, TValue>>.Remove(KeyValuePair<TKey, TValue> item) =>
        ((ICollection<KeyValuePair<TKey, TValue>>)this).Contains(item) && Remove(item.Key);

    void ICollection<KeyValuePair<TKey, TValue>>.CopyTo(KeyValuePair<TKey, TValue>[] array, int arrayIndex) => CopyEntries(array, arrayIndex);

    void IDictionary.Add(object key, object? value)
    {
        ArgumentNullException.ThrowIfNull(key);
        Throw.IfNullIsNoElement<TValue>(value, nameof(value));
        Add(KeyOf(key), ValueOf(value));
    }

    bool IDictionary.Contains(object key) => IsKey(key) && ContainsKey((TKey)key);

    void IDictionary.Remove(object key)
    {
        if (IsKey(key))
            Remove((TKey)key);
    }

    void ICollection.CopyTo(Array array, int index)
    {
        CheckPlainDestination(array, index);
        switch (array)
        {
            case KeyValuePair<TKey, TValue>[] own:
                CopyEntries(own, index);
                break;
            case DictionaryEntry[] entries:
                foreach (var (key, value) in this)
                    entries[index++] = new(key, value);
                break;
            default:
                CopyToObjects(this, array, index);
                break;
        }
    }

    private void CopyEntries(KeyValuePair<TKey, TValue>[] array, int index)
    {
        CheckDestination(array, index);
        foreach (var entry in this)
            array[index++] = entry;
    }

    private void CheckDestination(Array array, int index)
    {
        ArgumentNullException.ThrowIfNull(array);
        if ((uint)index > (uint)array.Length)
            Throw.OutOfRange(nameof(index));
        if (array.Length - index < Count)
            Throw.TooShort();
    }

    private void CheckPlainDestination(Array array, int index)
    {
        ArgumentNullException.ThrowIfNull(array);
        if (array.Rank != 1 || array.GetLowerBound(0) != 0)
            Throw.WrongArray();
        CheckDestination(array, index);
    }

    private static void CopyToObjects<TItem>(IEnumerable<TItem> items, Array array, int index)
    {
        if (array is not object?[] objects)
        {
            Throw.WrongArray();
            return;
        }
        try
        {
            foreach (var item in items)
                objects[index++] = item;
        }
        catch (ArrayTypeMismatchException mismatch)
        {
            Throw.WrongArray(mismatch);
        }
    }

    private static bool IsKey(object key)
    {
        ArgumentNullException.ThrowIfNull(key);
        return key is TKey;
    }

    private static TKey KeyOf(object key)
    {
        if (key is not TKey)
            Throw.WrongType(key, typeof(TKey), nameof(key));
        return (TKey)key;
    }

    private static TValue ValueOf(object? value)
    {
        if (value is not TValue && value is not null)
            Throw.WrongType(value, typeof(TValue), nameof(value));
        return (TValue)value!;
    }
}
