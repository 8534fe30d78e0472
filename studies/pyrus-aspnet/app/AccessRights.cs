using Lowtide.Collections;

namespace Forms;

/// <summary>Which tasks a user may see: the union of what each role may, made anew for each request.</summary>
internal sealed class AccessRights(Storage storage, bool chunked)
{
    // As published of the set's benchmark: three ranges that overlap.
    private static readonly (int First, int Count)[] Roles = [(0, 30_000), (10_000, 60_000), (30_000, 100_000)];

    private readonly int[][] _tasksOfRole = [.. Roles.Select(role => Enumerable.Range(role.First, role.Count).ToArray())];

    public async Task<object> VisibleAsync(int user)
    {
        ISet<int> visible = chunked ? new ChunkedHashSet<int>() : new HashSet<int>();
        foreach (var tasks in _tasksOfRole)
            visible.UnionWith(tasks);
        await storage.SaveAsync("tasks", visible.Count);
        return new { user, visible = visible.Count, first = visible.Contains(user) };
    }
}
