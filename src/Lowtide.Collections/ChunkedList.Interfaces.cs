using System.Collections;

namespace Lowtide.Collections;

public partial class ChunkedList<T>
{
    bool ICollection<T>.IsReadOnly => false;

    bool IList.IsReadOnly => false;

    bool IList.IsFixedSize => false;

    bool ICollection.IsSynchronized => false;

    object ICollection.SyncRoot => this;

    object? IList.this[int index]
    {
        get => this[index];
        set => this[index] = Element(value, nameof(value));
    }

    int IList.Add(object? value)
    {
        Add(Element(value, "item"));
        return Count - 1;
    }

    bool IList.Contains(object? value) => IsElement(value) && Contains((T)value!);

    int IList.IndexOf(object? value) => IsElement(value) ? IndexOf((T)value!) : -1;

    void IList.Insert(int index, object? value) => Insert(index, Element(value, "item"));

    void IList.Remove(object? value)
    {
        if (IsElement(value))
            Remove((T)value!);
    }

    void ICollection.CopyTo(Array array, int index)
    {
        if (array is not null && array.Rank != 1)
            Throw.WrongArray();
        try
        {
            CopyChecked(0, array!, index, Count);
        }
        catch (ArrayTypeMismatchException mismatch)
        {
            Throw.WrongArray(mismatch);
        }
    }

    private static bool IsElement(object? value) => value is T || (value is null && default(T) is null);

    private static T Element(object? value, string parameter)
    {
        Throw.IfNullIsNoElement<T>(value, parameter);
        if (!IsElement(value))
            Throw.WrongType(value, typeof(T), nameof(value));
        return (T)value!;
    }
}
