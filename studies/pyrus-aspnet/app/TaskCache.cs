namespace Forms;

/// <summary>What the service keeps for good: many small objects, so that a full collection has much to go through.</summary>
internal sealed class TaskCache(CachedTask[][] pages)
{
    private const int Pages = 3_000, TasksOfPage = 1_000;

    public static TaskCache Filled() => new([.. Enumerable.Range(0, Pages).Select(
        page => Enumerable.Range(page * TasksOfPage, TasksOfPage).Select(CachedTask.Of).ToArray())]);

    public IEnumerable<CachedTask> First(int count) => pages.SelectMany(page => page).Take(count);
}

internal sealed record CachedTask(int Id, string Subject, int[] Steps)
{
    private const int MostSteps = 8;

    public static CachedTask Of(int id) => new(id, $"Approval of invoice {id}", [.. Enumerable.Range(id, id % MostSteps)]);
}
