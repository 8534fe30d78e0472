using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>
/// Samples one process again and again. What does not change is looked for once; each sample then costs one reading of
/// smaps_rollup, within the <see cref="StallBudget"/>, and a few bytes of the collector.
/// </summary>
internal sealed class MemberSampler(int pid, TimeProvider time)
{
    /// <summary>A worker that loads its interpreter late is asked again, but not every second: it costs a parse of maps.</summary>
    private const int SamplesBetweenSearches = 10;

    private readonly StallBudget _budget = new();
    private readonly long _start = time.GetTimestamp();
    private Func<IReadOnlyList<long>?>? _collections;
    private int _samples;

    /// <summary>The longest reading so far that the budget could not afford at every sample; null if there was none.</summary>
    public TimeSpan? TooSlow { get; private set; }

    private TimeSpan _took;

    public MemoryUse Memory(ProcessStat stat)
    {
        var now = time.GetElapsedTime(_start);
        if (!_budget.Allows(now))
        {
            TooSlow = _took;
            return MemoryUse.Unknown with { RssBytes = stat.RssBytes };
        }
        var memory = Procfs.Memory(pid, stat.RssBytes);
        _took = time.GetElapsedTime(_start) - now;
        _budget.Spend(now, _took);
        return memory;
    }

    public IReadOnlyList<long>? Collections()
    {
        if (_collections is null && _samples++ % SamplesBetweenSearches == 0)
            _collections = RuntimeReader.FollowCollections(pid);
        return _collections?.Invoke();
    }
}
