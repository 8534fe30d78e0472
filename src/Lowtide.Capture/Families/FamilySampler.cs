using System.Globalization;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>Samples every member of a family, whoever that is at the time.</summary>
public sealed class FamilySampler(TimeProvider time)
{
    private readonly long _start = time.GetTimestamp();

    /// <summary>By pid, start and image: a pid alone is used again, a respawned worker is another process, and exec makes another program.</summary>
    private Dictionary<(int Pid, long StartTicks, ulong StackStart), MemberSampler> _members = [];
    private readonly SpareThread _thread = new();
    private Family? _last;

    /// <summary>Finding a runtime's counters costs a parse of each member's maps and of the files there.</summary>
    public bool WithCollections { get; init; } = true;

    /// <summary>Reads all memory at each sample, for nobody waits for these processes: a trial's own, after the load.</summary>
    public bool WithoutBudgets { get; set; }

    /// <summary>What reading PSS, shared and private memory may cost.</summary>
    public CostBudget MemoryCost { get; set; } = new(Environment.ProcessorCount);

    /// <summary>What walks through heaps may cost.</summary>
    public CostBudget HeapCost { get; init; } = new(Environment.ProcessorCount, CostBudget.HeapShare);

    /// <summary>What was last known of each member; null where one has never been read.</summary>
    public long? PssBytes => _members.Values.Aggregate((long?)0, (sum, member) => sum + member.LastMemory?.PssBytes);

    /// <inheritdoc cref="PssBytes"/>
    public long? PrivateBytes => _members.Values.Aggregate((long?)0, (sum, member) => sum + member.LastMemory?.PrivateBytes);

    /// <summary>Said once, however many processes and samples it holds for; null as long as nothing was left out.</summary>
    public Unreadable? LeftOut { get; private set; }

    /// <param name="quick">While members leave: reading costs then what each one's <see cref="StallBudget"/> leaves, and no less for all together.</param>
    public IReadOnlyList<Sample> Take(Family family, double seconds, bool quick = false)
    {
        var samples = new List<Sample>();
        _members = family.Members.ToDictionary(stat => stat.Image, stat => _members.GetValueOrDefault(stat.Image) ?? new MemberSampler(stat.Pid));
        _last = family;
        var heaps = WithCollections && !quick && HeapCost.Allows(time.GetElapsedTime(_start));
        // If there is not time for all, those that have waited longest come first.
        foreach (var stat in family.Members.OrderBy(stat => _members[stat.Image].LastRead))
        {
            var (member, sample) = (_members[stat.Image], (Sample?)null);
            var before = member.LastRead;
            var withHeap = heaps && (stat != family.Master || family.Workers.Count == 0);
            if (!_thread.TryDo(() => sample = Take(member, stat, seconds, quick, withHeap)))
                sample = Take(member = Anew(stat), stat, seconds, quick, withHeap: false);
            if (member.LastRead == before && !quick)
                LeftOut ??= SayLeftOut();
            if (sample is not null)
                samples.Add(sample with { Role = stat == family.Master ? Role.Master : Role.Worker });
        }
        return samples;
    }

    /// <summary>Of one that does not answer: what was begun with it a thread still has that was left behind.</summary>
    private MemberSampler Anew(ProcessStat stat) => _members[stat.Image] = new MemberSampler(stat.Pid);

    /// <returns>Null where it ended, or its pid was taken over meanwhile: nothing says whose figures these are.</returns>
    private Sample? Take(MemberSampler member, ProcessStat stat, double seconds, bool quick, bool withHeap)
    {
        var memory = member.Memory(stat, quick ? null : MemoryCost, WithoutBudgets, () => time.GetElapsedTime(_start));
        var runtime = WithCollections ? member.Runtime() : null;
        var ruby = WithCollections ? member.Ruby() : null;
        var heap = withHeap ? Heap(member) : null;
        var (finalizing, generations) = (runtime?.IsFinalizing, runtime?.Generations);
        return Procfs.Stat(stat.Pid) is not { IsZombie: false } still || still.Image != stat.Image ? null
            : new Sample(seconds, stat.Pid, stat.StartTicks, Role.Worker, memory, Collections(generations))
            {
                CollectedObjects = GenerationFacts.CollectedBy(generations),
                MinorFaults = still.MinorFaults,
                MajorFaults = still.MajorFaults,
                Finalizing = finalizing,
                StackStart = still.StackStart,
                Ruby = ruby,
                Heap = heap,
            };
    }

    /// <summary>Of all that serve at the same sample or of none, for their mean is looked at.</summary>
    private HeapUse? Heap(MemberSampler member)
    {
        var start = time.GetTimestamp();
        var heap = member.Heap();
        HeapCost.Spend(time.GetElapsedTime(start));
        return heap;
    }

    /// <summary>Whether a member of the last sample has gone since, become another program, or is about to end: a few small reads a member.</summary>
    public bool SomeoneLeaves() => _last?.Members.Any(IsLeaving) == true;

    private bool IsLeaving(ProcessStat stat)
    {
        var (member, leaves) = (_members[stat.Image], false);
        return _thread.TryDo(() => leaves = member.IsLeaving(stat)) ? leaves : Anew(stat).IsLeaving(stat);
    }

    /// <summary>What a snapshot has read already need not be read again.</summary>
    public static IReadOnlyList<Sample> Of(FamilySnapshot snapshot, double seconds) =>
        [.. snapshot.Members.Select(member => new Sample(
            seconds,
            member.Process.Pid,
            member.Process.StartTicks,
            member == snapshot.Master ? Role.Master : Role.Worker,
            member.Memory,
            Collections(member.Runtime?.Collector?.Generations))
        {
            CollectedObjects = GenerationFacts.CollectedBy(member.Runtime?.Collector?.Generations),
            StackStart = member.Process.StackStart,
            Ruby = member.RubyKit is { } kit ? RubyCounts.Of(kit) : null,
            Heap = member.RubyHeap is { } ruby ? HeapUse.Of(member.Allocator, ruby) : null,
            MinorFaults = Now(member.Process)?.MinorFaults,
            MajorFaults = Now(member.Process)?.MajorFaults,
        })];

    private static List<long>? Collections(IReadOnlyList<GenerationFacts>? generations) =>
        generations?.Select(generation => generation.Collections).ToList();

    /// <summary>Null if it has ended meanwhile.</summary>
    private static ProcessStat? Now(ProcessFacts process) =>
        Procfs.Stat(process.Pid) is { } now && now.StartTicks == process.StartTicks ? now : null;

    private Unreadable SayLeftOut()
    {
        var slowest = _members.Values.Max(member => member.LastTook);
        return new Unreadable(
            "samples.pss", "PSS, shared and private memory in some samples",
            string.Create(CultureInfo.InvariantCulture,
                $"left out on purpose: reading them may take {StallBudget.Share:0%} of a worker's time and {MemoryCost.Share:0.0#%} of the processors' at most"
                + $"{(slowest > TimeSpan.Zero ? $" (longest stall {slowest.TotalMilliseconds:0} ms)" : "")}; these samples have RSS and collections"),
            Mend: null);
    }
}
