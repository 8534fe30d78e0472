using System.Runtime.CompilerServices;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>Full collections that a family's workers count, beside each other.</summary>
internal sealed class FullCounts
{
    /// <summary>By chance alone so many stand in one order once in 24 families.</summary>
    private const int FewestForGradient = 4;

    /// <summary>Many rules ask, for each worker: of ten thousand workers counting anew each time took two minutes.</summary>
    private static readonly ConditionalWeakTable<FamilySnapshot, FullCounts> Counted = [];

    /// <summary>By pid, the least count of this worker and of those forked later; the largest number where none was read.</summary>
    private readonly Dictionary<int, long> _leastFrom = [];

    private FullCounts(FamilySnapshot family)
    {
        var (least, last) = (long.MaxValue, long.MaxValue);
        RiseWithForks = family.Workers.Count >= FewestForGradient;
        foreach (var worker in family.Workers.Reverse())
        {
            var own = worker.Runtime?.Collector?.Generations is [_, _, var full] ? full.Collections : -1;
            RiseWithForks &= own < last;
            last = own;
            least = own >= 0 ? Math.Min(least, own) : least;
            _leastFrom[worker.Process.Pid] = least;
        }
    }

    /// <summary>
    /// The master collects between its forks. The workers' counts tell it, where they only rise in the order of the forks: what each collects by itself
    /// has older workers ahead, not behind.
    /// </summary>
    public bool RiseWithForks { get; }

    public static FullCounts Of(FamilySnapshot family) => Counted.GetValue(family, static each => new FullCounts(each));

    /// <summary>
    /// Full collections of the master's, at least, since it forked the worker: those since it forked a later one are among them, which that one's count
    /// may show where the worker's own collections hide it.
    /// </summary>
    public long MastersSince(Member worker, long masters) =>
        _leastFrom.TryGetValue(worker.Process.Pid, out var least) ? Math.Max(0, masters - least) : 0;
}
