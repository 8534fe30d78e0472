using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>
/// Samples one process again and again. What does not change is looked for once; each sample then costs one reading of
/// smaps_rollup, if the budgets allow it, and a few bytes of the collector.
/// </summary>
internal sealed class MemberSampler(int pid)
{
    /// <summary>A worker that loads its interpreter late is asked again, but not every second: it costs a parse of maps.</summary>
    private const int SamplesBetweenSearches = 10;

    private readonly StallBudget _budget = new();
    private Func<IReadOnlyList<long>?>? _collections;
    private int _samples;

    /// <summary>When it was last read, on the clock of the sampling.</summary>
    public TimeSpan LastRead { get; private set; } = TimeSpan.MinValue;

    public TimeSpan LastTook { get; private set; }

    public long? LastPssBytes { get; private set; }

    /// <summary>Only RSS where it was read so recently that it is to be left alone.</summary>
    public MemoryUse Memory(ProcessStat stat, CostBudget cost, Func<TimeSpan> now)
    {
        var start = now();
        if (!_budget.Allows(start) || !cost.Allows(start))
            return MemoryUse.Unknown with { RssBytes = stat.RssBytes };
        var memory = Procfs.Memory(pid, stat.RssBytes);
        (LastRead, LastTook, LastPssBytes) = (start, now() - start, memory.PssBytes);
        _budget.Spend(start, LastTook);
        cost.Spend(LastTook);
        return memory;
    }

    public IReadOnlyList<long>? Collections()
    {
        if (_collections is null && _samples++ % SamplesBetweenSearches == 0)
            _collections = RuntimeDecoders.FollowCollections(pid);
        return _collections?.Invoke();
    }
}
