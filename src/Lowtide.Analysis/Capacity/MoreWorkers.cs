namespace Lowtide.Analysis.Capacity;

/// <summary>
/// How many more workers fit where memory was saved. One more worker of a preloaded family shares what the others share, so it takes what a
/// worker has to itself (its private memory), and not its part of the family's sum.
/// </summary>
public static class MoreWorkers
{
    /// <param name="without">PSS of the family without the change, in bytes.</param>
    /// <param name="with">PSS of the family with it.</param>
    /// <param name="workerPrivate">Mean private memory of a worker with it.</param>
    /// <returns>Below 0 where so many fewer fit; null where a worker has nothing to itself.</returns>
    public static double? In(double without, double with, double workerPrivate) =>
        workerPrivate > 0 ? (without - with) / workerPrivate : null;
}
