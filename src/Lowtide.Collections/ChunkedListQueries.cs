namespace Lowtide.Collections;

/// <summary>
/// Queries of LINQ that look at each element: LINQ itself goes through the one span of a <see cref="List{T}"/>, and asks any other collection through an
/// interface for each element. These go chunk by chunk, or by the list's own enumerator. All other queries are LINQ's own.
/// </summary>
public static class ChunkedListQueries
{
    /// <summary>The elements that match, found when they are asked for. To count them, <see cref="Count{T}"/> is quicker.</summary>
    public static IEnumerable<T> Where<T>(this ChunkedList<T> source, Func<T, bool> predicate)
    {
        Check(source, predicate);
        return Matches(source, predicate);
    }

    /// <summary>How many elements match.</summary>
    public static int Count<T>(this ChunkedList<T> source, Func<T, bool> predicate)
    {
        Check(source, predicate);
        var count = 0;
        for (var index = 0; index < source.Count;)
        {
            var run = source.RunFrom(index);
            foreach (var element in run)
            {
                if (predicate(element))
                    count++;
            }
            index += run.Length;
        }
        return count;
    }

    /// <summary>Whether an element matches.</summary>
    public static bool Any<T>(this ChunkedList<T> source, Func<T, bool> predicate)
    {
        Check(source, predicate);
        for (var index = 0; index < source.Count;)
        {
            var run = source.RunFrom(index);
            foreach (var element in run)
            {
                if (predicate(element))
                    return true;
            }
            index += run.Length;
        }
        return false;
    }

    private static IEnumerable<T> Matches<T>(ChunkedList<T> source, Func<T, bool> predicate)
    {
        foreach (var element in source)
        {
            if (predicate(element))
                yield return element;
        }
    }

    private static void Check<T>(ChunkedList<T> source, Func<T, bool> predicate)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(predicate);
    }
}
