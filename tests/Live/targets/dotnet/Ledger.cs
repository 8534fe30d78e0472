using System.Collections.Concurrent;

namespace Midlife;

/// <summary>Bytes that were let go in generation 2, by type, at each tenth of a second.</summary>
internal static class Ledger
{
    private static readonly ConcurrentQueue<(DateTime At, long Orders, long Drafts)> Rows = [];
    private static long _orders, _drafts;
    private static long _next;

    /// <summary>By one thread.</summary>
    public static void LetGo<T>(T thing, int bytes)
        where T : class
    {
        if (GC.GetGeneration(thing) == 2)
            (typeof(T).Name == "Order" ? ref _orders : ref _drafts) += bytes;
        if (Environment.TickCount64 < _next)
            return;
        _next = Environment.TickCount64 + 100;
        Rows.Enqueue((DateTime.UtcNow, _orders, _drafts));
    }

    /// <summary>Between two instants, Unix time in seconds.</summary>
    public static (long Orders, long Drafts) Between(double from, double to)
    {
        var (first, last) = (At(from), At(to));
        return (last.Orders - first.Orders, last.Drafts - first.Drafts);

        static (DateTime At, long Orders, long Drafts) At(double seconds) => Rows.LastOrDefault(row => row.At <= DateTime.UnixEpoch.AddSeconds(seconds));
    }
}
