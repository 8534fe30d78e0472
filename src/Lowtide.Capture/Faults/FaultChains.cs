using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.Faults;

/// <summary>Counts faults by process, thread, kind and call chain.</summary>
internal sealed class FaultChains(CodeFunctions functions)
{
    /// <summary>Of each process and kind; a recording of a large family stays within some megabytes.</summary>
    private const int MostChains = 500;

    private readonly Dictionary<ToldFault, long> _counts = [];

    public ChainTree Tree { get; } = new(functions);

    public void Add(ToldFault fault) =>
        CollectionsMarshal.GetValueRefOrAddDefault(_counts, fault, out _)++;

    /// <param name="every">What each sample stands for.</param>
    /// <param name="collectorKnown">Whether a chain that does not lead through the collector's code says anything.</param>
    public IReadOnlyList<FaultChain> All(int every, bool? collectorKnown)
    {
        var chains = new List<FaultChain>();
        foreach (var same in _counts.GroupBy(count => (count.Key.Process, count.Key.Kind)).OrderBy(same => same.Key))
        {
            var ordered = same.Select(count => Of(count.Key, count.Value * every, collectorKnown)).OrderByDescending(chain => chain.Faults).ToList();
            chains.AddRange(ordered.Take(MostChains));
            // What is left keeps all that is summed over.
            chains.AddRange(ordered.Skip(MostChains)
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
