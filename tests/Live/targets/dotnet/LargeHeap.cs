namespace Midlife;

/// <summary>
/// Small objects that take a background collection long to mark, and large arrays made faster than it ends: once these have doubled since it
/// began, .NET 8 and 9 let the thread wait for its end (dotnet/runtime: gc.cpp, bgc_allocate_spin and wait_for_background).
/// </summary>
internal static class LargeHeap
{
    private const int Objects = 4_000_000, ArrayBytes = 500_000, Arrays = 100;

    private static readonly object[] Held = [.. Enumerable.Range(0, Objects).Select(_ => new object())];
    private static readonly byte[][] Recent = new byte[Arrays][];

    private static int _next;

    public static void Turn()
    {
        Recent[_next++ % Arrays] = new byte[ArrayBytes];
        GC.KeepAlive(Held);
    }
}
