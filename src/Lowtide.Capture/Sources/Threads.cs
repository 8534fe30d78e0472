using System.Runtime.ExceptionServices;

namespace Lowtide.Capture.Sources;

/// <summary>How many threads of Lowtide's read at a time.</summary>
public static class Threads
{
    /// <summary>More would take a busy server's cores away from it.</summary>
    public static int Most => Math.Min(4, Environment.ProcessorCount);

    /// <summary>Of each item what a function makes of it, in their order. On threads of its own: of Parallel.For the first use alone takes 5 ms.</summary>
    /// <exception cref="OperationCanceledException">Not all were made.</exception>
    public static TResult[] Select<TItem, TResult>(IReadOnlyList<TItem> items, Func<TItem, TResult> make, CancellationToken cancellation = default)
    {
        var made = new TResult[items.Count];
        var next = -1;
        ExceptionDispatchInfo? thrown = null;
        var others = new Thread[Math.Max(0, Math.Min(Most, items.Count) - 1)];
        for (var index = 0; index < others.Length; index++)
        {
            others[index] = new Thread(Make) { IsBackground = true };
            others[index].Start();
        }
        Make();
        foreach (var other in others)
            other.Join();
        thrown?.Throw();
        cancellation.ThrowIfCancellationRequested();
        return made;

        void Make()
        {
            try
            {
                for (int index; thrown is null && !cancellation.IsCancellationRequested && (index = Interlocked.Increment(ref next)) < made.Length;)
                    made[index] = make(items[index]);
            }
            catch (Exception bug)
            {
                thrown ??= ExceptionDispatchInfo.Capture(bug);
            }
        }
    }
}
