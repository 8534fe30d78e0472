using Lowtide.Capture.CRuby;
using Lowtide.Capture.Kits;
using Lowtide.Capture.Malloc;
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
    private bool _seen;
    private IFollowedRuntime? _runtime;
    private Func<RubyKit?>? _ruby;
    private RuntimeFacts? _facts;
    private int _samples;

    /// <summary>When it was last read, on the clock of the sampling.</summary>
    public TimeSpan LastRead { get; private set; } = TimeSpan.MinValue;

    public TimeSpan LastTook { get; private set; }

    /// <summary>As it was last read whole; null before the first time.</summary>
    public MemoryUse? LastMemory { get; private set; }

    /// <summary>Only RSS where it was read so recently that it is to be left alone.</summary>
    /// <param name="cost">Of the whole family; null while that does not count.</param>
    /// <param name="always">Whether to read it however recently it was.</param>
    public MemoryUse Memory(ProcessStat stat, CostBudget? cost, bool always, Func<TimeSpan> now)
    {
        var start = now();
        // The first reading too is to keep to its share, and what it takes is known only afterwards.
        if (!_seen && stat.RssBytes > MemoryLook.WholeBytes)
            _budget.Spend(start, MemoryLook.ExpectedStall(stat.RssBytes));
        _seen = true;
        if (!always && (!_budget.Allows(start) || cost?.Allows(start) == false))
            return MemoryUse.Unknown with { RssBytes = stat.RssBytes };
        var memory = Procfs.Memory(pid, stat.RssBytes);
        (LastRead, LastTook, LastMemory) = (start, now() - start, memory);
        _budget.Spend(start, LastTook);
        cost?.Spend(LastTook);
        return memory;
    }

    /// <summary>Null as long as none is at work there that counts its collections.</summary>
    public IFollowedRuntime? Runtime()
    {
        if (_runtime is null && _ruby is null && _samples++ % SamplesBetweenSearches == 0)
        {
            _runtime = RuntimeDecoders.Follow(pid);
            _ruby = _runtime is null ? RubyKitReader.Follow(pid) : null;
        }
        return _runtime;
    }

    /// <summary>Of Ruby's kit, once <see cref="Runtime"/> has looked for it.</summary>
    public RubyCounts? Ruby() => _ruby?.Invoke() is { } kit ? RubyCounts.Of(kit) : null;

    /// <summary>
    /// What Ruby's heap and malloc say themselves; null where they cannot be told, or changed all the while. Others are not asked: RSS
    /// follows malloc closely, and .NET tells by itself (DotNetWatch).
    /// </summary>
    public HeapUse? Heap()
    {
        // Others than Ruby's are not asked at each sample for their maps: while these are read, a process cannot map memory.
        if ((_facts is not null && !RuntimeDecoders.SamplesHeap(_facts)) || AddressSpace.TryOpen(pid) is not { } space)
            return null;
        using var _ = space;
        _facts ??= RuntimeDecoders.Read(space)?.Facts;
        return RuntimeDecoders.SamplesHeap(_facts) && RuntimeDecoders.ReadHeap(space, _facts) is CRubyHeap ruby
            ? HeapUse.Of(AllocatorReader.Read(space, walk: true)?.Facts, ruby.Facts)
            : null;
    }

    /// <summary>Whether it is no longer the process that <paramref name="stat"/> was, or about to end.</summary>
    public bool IsLeaving(ProcessStat stat) =>
        Procfs.Stat(pid) is not { IsZombie: false } now || now.StartTicks != stat.StartTicks || now.StackStart != stat.StackStart
        || _runtime?.IsFinalizing == true;
}
