namespace Lowtide.Capture.Sources;

/// <summary>How many threads of Lowtide's read at a time.</summary>
public static class Threads
{
    /// <summary>More would take a busy server's cores away from it.</summary>
    public static int Most => Math.Min(4, Environment.ProcessorCount);

    /// <summary>Of each item what a function makes of it, in their order.</summary>
    public static TResult[] Select<TItem, TResult>(IReadOnlyList<TItem> items, Func<TItem, TResult> make)
    {
        var made = new TResult[items.Count];
        Parallel.For(0, items.Count, new ParallelOptions { MaxDegreeOfParallelism = Most }, index => made[index] = make(items[index]));
        return made;
    }
}
