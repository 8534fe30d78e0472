namespace Midlife;

/// <summary>Most of what the heap may have is in use, and large arrays come and go in the rest.</summary>
internal static class FullHeap
{
    private const int ArrayBytes = 1 << 20;

    /// <summary>Three quarters of the hard limit: the container's, or the one that a setting gives.</summary>
    private static readonly byte[][] Held =
        [.. Enumerable.Range(0, (int)(GC.GetGCMemoryInfo().TotalAvailableMemoryBytes * 3 / 4 / ArrayBytes)).Select(_ => new byte[ArrayBytes])];

    private static int _total;

    public static void Turn()
    {
        _total += new byte[ArrayBytes].Length + Held.Length;
        Thread.Sleep(1);
    }
}
