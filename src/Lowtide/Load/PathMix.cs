namespace Lowtide.Load;

/// <param name="Path">From the root of the server, query and all.</param>
/// <param name="Weight">Requests of each round that go there.</param>
internal sealed record WeightedPath(string Path, int Weight);

/// <summary>
/// Which path each request takes: the same for every run, in proportion to the weights after every round, and spread out
/// within it as nginx spreads its servers (smooth weighted round robin), so that no path comes in bursts.
/// </summary>
internal sealed class PathMix
{
    public const int MostWeight = 1000;

    private readonly int[] _round;

    public PathMix(IReadOnlyList<WeightedPath> paths)
    {
        var sum = paths.Sum(path => path.Weight);
        var credit = new int[paths.Count];
        _round = new int[sum];
        for (var turn = 0; turn < sum; turn++)
        {
            for (var path = 0; path < credit.Length; path++)
                credit[path] += paths[path].Weight;
            var next = Array.IndexOf(credit, credit.Max());
            credit[next] -= sum;
            _round[turn] = next;
        }
    }

    /// <returns>An index into the paths given.</returns>
    public int Of(long request) => _round[request % _round.Length];
}
