using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>Samples every member of a family, whoever that is at the time.</summary>
public sealed class FamilySampler(TimeProvider time)
{
    /// <summary>By pid and start: a pid alone is used again, and a respawned worker is another process.</summary>
    private Dictionary<(int Pid, long StartTicks), MemberSampler> _members = [];

    public IReadOnlyList<Sample> Take(Family family, double seconds)
    {
        var samples = new List<Sample>();
        var members = new Dictionary<(int, long), MemberSampler>();
        foreach (var stat in family.Members)
        {
            var key = (stat.Pid, stat.StartTicks);
            var sampler = members[key] = _members.GetValueOrDefault(key) ?? new MemberSampler(stat.Pid, time);
            var memory = sampler.Memory(stat);
            var collections = sampler.Collections();
            // If it ended, or its pid was taken over meanwhile, nothing says whose figures these are.
            if (Procfs.Stat(stat.Pid) is { IsZombie: false } still && still.StartTicks == stat.StartTicks)
                samples.Add(new Sample(
                    seconds, stat.Pid, stat.StartTicks, stat == family.Master ? Role.Master : Role.Worker, memory, collections));
        }
        _members = members;
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

    /// <summary>Said once, however many processes and samples it holds for.</summary>
    public Unreadable? LeftOut()
    {
        var slowest = _members.Values.Max(member => member.TooSlow);
        return slowest is not { } took ? null : new Unreadable(
            "PSS, shared and private memory in every sample",
            string.Create(System.Globalization.CultureInfo.InvariantCulture,
                $"reading them once took {took.TotalMilliseconds:0} ms, in which mapping calls of the process wait; so each "
                + $"process is read less often, for at most {StallBudget.Share:0%} of the time"),
            string.Create(System.Globalization.CultureInfo.InvariantCulture,
                $"record with --interval {Math.Ceiling(took / StallBudget.Share / TimeSpan.FromSeconds(1)):0}s"));
    }
}
