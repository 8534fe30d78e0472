using System.Globalization;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>Samples every member of a family, whoever that is at the time.</summary>
public sealed class FamilySampler(TimeProvider time)
{
    private readonly long _start = time.GetTimestamp();
    private readonly CostBudget _cost = new(Environment.ProcessorCount);

    /// <summary>By pid and start: a pid alone is used again, and a respawned worker is another process.</summary>
    private Dictionary<(int Pid, long StartTicks), MemberSampler> _members = [];

    /// <summary>Finding a runtime's counters costs a parse of each member's maps and of the files there.</summary>
    public bool WithCollections { get; init; } = true;

    /// <summary>What was last known of each member; null where one has never been read.</summary>
    public long? PssBytes => _members.Values.Aggregate((long?)0, (sum, member) => sum + member.LastPssBytes);

    /// <summary>Said once, however many processes and samples it holds for; null as long as nothing was left out.</summary>
    public Unreadable? LeftOut { get; private set; }

    public IReadOnlyList<Sample> Take(Family family, double seconds)
    {
        var samples = new List<Sample>();
        _members = family.Members.ToDictionary(
            stat => (stat.Pid, stat.StartTicks),
            stat => _members.GetValueOrDefault((stat.Pid, stat.StartTicks)) ?? new MemberSampler(stat.Pid));
        // If there is not time for all, those that have waited longest come first.
        foreach (var stat in family.Members.OrderBy(stat => _members[(stat.Pid, stat.StartTicks)].LastRead))
        {
            var member = _members[(stat.Pid, stat.StartTicks)];
            var before = member.LastRead;
            var memory = member.Memory(stat, _cost, () => time.GetElapsedTime(_start));
            if (member.LastRead == before)
                LeftOut ??= SayLeftOut();
            var collections = WithCollections ? member.Collections() : null;
            // If it ended, or its pid was taken over meanwhile, nothing says whose figures these are.
            if (Procfs.Stat(stat.Pid) is { IsZombie: false } still && still.StartTicks == stat.StartTicks)
                samples.Add(new Sample(
                    seconds, stat.Pid, stat.StartTicks, stat == family.Master ? Role.Master : Role.Worker, memory, collections));
        }
        return samples;
    }

    /// <summary>What a snapshot has read already need not be read again.</summary>
    public static IReadOnlyList<Sample> Of(FamilySnapshot snapshot, double seconds) =>
        [.. snapshot.Members.Select(member => new Sample(
            seconds,
            member.Process.Pid,
            member.Process.StartTicks,
            member == snapshot.Master ? Role.Master : Role.Worker,
            member.Memory,
            member.Runtime?.Collector?.Generations.Select(generation => generation.Collections).ToList()))];

    private Unreadable SayLeftOut()
    {
        var slowest = _members.Values.Max(member => member.LastTook);
        var all = _members.Values.Aggregate(TimeSpan.Zero, (sum, member) => sum + member.LastTook);
        var interval = TimeSpan.FromTicks(Math.Max((slowest / StallBudget.Share).Ticks, _cost.IntervalFor(all).Ticks));
        return new Unreadable(
            "PSS, shared and private memory in every sample",
            string.Create(CultureInfo.InvariantCulture,
                $"reading them took {all.TotalMilliseconds:0} ms in all, {slowest.TotalMilliseconds:0} ms of one process, whose mapping "
                + $"calls wait meanwhile; so that each is read for at most {StallBudget.Share:0%} of the time, and all for at most "
                + $"{CostBudget.Share:0.0%} of the processors', some samples have only RSS and collections"),
            string.Create(CultureInfo.InvariantCulture, $"record with --interval {Math.Max(1, Math.Ceiling(interval.TotalSeconds)):0}s"));
    }
}
