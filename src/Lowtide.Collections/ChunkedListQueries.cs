using System.Collections;

namespace Lowtide.Collections;

/// <summary>
/// The queries of LINQ that go through a whole list: chunk by chunk, as LINQ itself goes through the one span of a <see cref="List{T}"/>. Over any other
/// collection it asks an interface for each element. All other queries are LINQ's own.
/// </summary>
public static class ChunkedListQueries
{
    /// <summary>The elements that match, found when they are asked for.</summary>
    public static ChunkedMatches<T> Where<T>(this ChunkedList<T> source, Func<T, bool> predicate)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(predicate);
        return new(source, predicate);
    }

    /// <summary>How many elements match.</summary>
    public static int Count<T>(this ChunkedList<T> source, Func<T, bool> predicate) => Where(source, predicate).Count();

    /// <summary>Whether an element matches.</summary>
    public static bool Any<T>(this ChunkedList<T> source, Func<T, bool> predicate) => Where(source, predicate).Any();
}

/// <summary>The elements of a list that match.</summary>
public sealed class ChunkedMatches<T> : IEnumerable<T>
{
    private readonly ChunkedList<T> _source;
    private readonly Func<T, bool> _predicate;

    internal ChunkedMatches(ChunkedList<T> source, Func<T, bool> predicate)
    {
        _source = source;
        _predicate = predicate;
    }

    /// <summary>How many there are.</summary>
    /// <exception cref="InvalidOperationException">The predicate changed the list.</exception>
    public int Count()
    {
        var (predicate, count) = (_predicate, 0);
        foreach (var chunk in _source.GetChunks())
        {
            foreach (var element in chunk)
            {
                if (predicate(element))
                    count++;
            }
        }
        return count;
    }

    /// <summary>Whether there is one.</summary>
    /// <exception cref="InvalidOperationException">The predicate changed the list.</exception>
    public bool Any()
    {
        foreach (var chunk in _source.GetChunks())
        {
            foreach (var element in chunk)
            {
                if (_predicate(element))
                    return true;
            }
        }
        return false;
    }

    /// <summary>Goes through them.</summary>
    public IEnumerator<T> GetEnumerator()
    {
        foreach (var element in _source)
        {
            if (_predicate(element))
                yield return element;
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
