using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.Faults;

/// <summary>Counts faults by process, thread, kind and call chain.</summary>
internal sealed class FaultChains(CodeFunctions functions)
{
    /// <summary>With their frames, of each process and kind and of all; a recording of hours stays within some megabytes.</summary>
    private const int MostChains = 500, MostInAll = 5_000;

    /// <summary>Kept apart while they are counted.</summary>
    private const int MostCounts = 1 << 18;

    private readonly Dictionary<ToldFault, long> _counts = [];

    public ChainTree Tree { get; } = new(functions);

    public void Add(ToldFault fault)
    {
        if (_counts.Count >= MostCounts && !_counts.ContainsKey(fault))
            fault = fault with { Chain = Tree.WithoutFrames(fault.Chain) };
        CollectionsMarshal.GetValueRefOrAddDefault(_counts, fault, out _)++;
    }

    /// <param name="every">What each sample stands for.</param>
    /// <param name="collectorKnown">Whether a chain that does not lead through the collector's code says anything.</param>
    public IReadOnlyList<FaultChain> All(int every, bool? collectorKnown)
    {
        var chains = new List<FaultChain>();
        var least = _counts.Count <= MostInAll ? 0 : _counts.Values.OrderDescending().ElementAt(MostInAll);
        foreach (var same in _counts.GroupBy(count => (count.Key.Process, count.Key.Kind)).OrderBy(same => same.Key))
        {
            var ordered = same.OrderByDescending(count => count.Value).ToList();
            var kept = ordered.Take(MostChains).TakeWhile(count => count.Value > least).Count();
            chains.AddRange(ordered.Take(kept).Select(count => Of(count.Key, count.Value * every, collectorKnown)));
            // What is left keeps all that is summed over.
            chains.AddRange(ordered.Skip(kept)
                .Select(count => Of(count.Key, count.Value * every, collectorKnown))
                .GroupBy(chain => (chain.Thread, chain.ByCollector, chain.AtExit))
                .Select(rest => rest.First() with { File = null, Frames = [], Faults = rest.Sum(chain => chain.Faults) }));
        }
        return chains;
    }

    private FaultChain Of(ToldFault fault, long faults, bool? collectorKnown)
    {
        var frames = Tree.Frames(fault.Chain);
        var own = frames.LastOrDefault(frame => frame != functions.Kernel);
        bool? otherwise = collectorKnown != true || Tree.IsCut(fault.Chain) ? null : false;
        return new FaultChain(
            fault.Process, fault.Thread, fault.Kind,
            Tree.IsByCollector(fault.Chain) ? true : otherwise,
            Tree.IsAtExit(fault.Chain) ? true : otherwise,
            own?.File, [.. frames.Select(frame => frame.Name)], faults);
    }
}
