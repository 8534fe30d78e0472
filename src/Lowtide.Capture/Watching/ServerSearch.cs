using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Watching;

/// <summary>A family that serves.</summary>
/// <param name="Family">Without workers that came a moment ago: a child is its parent's image until it becomes another program.</param>
/// <param name="Name">The program's when it was found: a process may call itself otherwise any time.</param>
/// <param name="Identity">By which one that is started anew is known again: a hash of program, command line and folder.</param>
internal sealed record Server(Family Family, string Name, string Identity, string? Runtime)
{
    public string? RuntimeVersion { get; init; }
}

/// <summary>
/// Tells servers from all else. What a program is costs more to find out than that it is there: it is asked when a family comes, and seldom again.
/// </summary>
/// <param name="isServer">Whether a family of that name is one, by how many workers it has and which runtime.</param>
internal sealed partial class ServerSearch(Func<string, int, string?, bool> isServer, TimeProvider time)
{
    /// <summary>Whatever ends before is no server, and machines start such processes all day.</summary>
    private const int YoungTicks = (int)ClockTicks.PerSecond;

    /// <summary>Nor is one that no runtime of ours runs before that: packages are built and installed by programs that fork.</summary>
    private const int UnknownYoungTicks = 30 * (int)ClockTicks.PerSecond;

    /// <summary>Looks after which a family is asked again that showed no runtime: one may be loaded late.</summary>
    private static readonly int[] AskedAgain = [1, 4, 31];

    /// <summary>In one look; the others are asked in the next.</summary>
    private static readonly TimeSpan MostAsking = TimeSpan.FromSeconds(1);

    private Dictionary<(int Pid, long StartTicks, ulong StackStart), Known> _known = [];

    /// <summary>Of servers, those that are watched.</summary>
    public FamilyFilter Filter { get; set; } = FamilyFilter.All;

    /// <param name="spent">Told how long was read.</param>
    public IReadOnlyList<Server> Servers(IReadOnlyList<Family> families, Action<TimeSpan> spent, CancellationToken cancellation)
    {
        var (known, servers, uptime, left) = (new Dictionary<(int, long, ulong), Known>(), new List<Server>(), Uptime.Ticks(), MostAsking);
        foreach (var family in families)
        {
            cancellation.ThrowIfCancellationRequested();
            var head = family.Head;
            if (head.IsKernelThread || head.IsZombie || head.StartTicks + YoungTicks > uptime
                || family.Members.Any(member => member.Pid == Environment.ProcessId))
                continue;
            var settled = family with { Workers = [.. family.Workers.Where(worker => worker.StartTicks + YoungTicks <= uptime)] };
            var one = known[head.Image] = _known.GetValueOrDefault(head.Image) ?? Known.Of(head);
            if (one.Runtime is null && left > TimeSpan.Zero && AskedAgain.Contains(++one.Looks))
                left -= Ask(one, settled, spent, cancellation);
            var isOldEnough = one.Runtime is not null || head.StartTicks + UnknownYoungTicks <= uptime;
            // Once a server, always one: its pool may be empty for a while.
            one.IsServer |= !one.IsLowtide && isOldEnough && isServer(one.Name, settled.Workers.Count, one.Runtime?.Name);
            if (one.IsServer && one.IsTaken(Filter, head.Pid))
                servers.Add(new Server(settled, one.Name, one.Identity, one.Runtime?.Name) { RuntimeVersion = one.Runtime?.Version });
        }
        _known = known;
        return servers;
    }

    /// <summary>Whether it is there, and the filter leaves it out.</summary>
    public bool IsLeftOut((int Pid, long StartTicks, ulong StackStart) head) => _known.TryGetValue(head, out var one) && !one.IsTaken(Filter, head.Pid);

    /// <summary>Of the head alone: its workers run the same.</summary>
    private TimeSpan Ask(Known one, Family family, Action<TimeSpan> spent, CancellationToken cancellation)
    {
        var began = time.GetTimestamp();
        var alone = new Family(family.Head, []);
        var options = new CaptureOptions(Census: false, OnlyKnown: family.Workers.Count == 0);
        one.Runtime = FamilyCapture.Take(alone, options, time, cancellation)?.Snapshot.Runtime;
        var took = time.GetElapsedTime(began);
        spent(took);
        return took;
    }

    private sealed partial class Known
    {
        public required string Name { get; init; }

        /// <summary>The kernel's name for it.</summary>
        public required string Program { get; init; }

        public required string Identity { get; init; }

        /// <summary>A trial, or a recording.</summary>
        public required bool IsLowtide { get; init; }

        public bool IsServer { get; set; }

        private (FamilyFilter By, bool IsTaken)? _filtered;

        /// <summary>It is asked once: users and groups of a process that runs hardly ever change.</summary>
        public bool IsTaken(FamilyFilter filter, int head)
        {
            if (_filtered?.By != filter)
                _filtered = (filter, filter.Takes([Name, Program], head));
            return _filtered!.Value.IsTaken;
        }

        public RuntimeFacts? Runtime { get; set; }

        public int Looks { get; set; }

        public static Known Of(ProcessStat head)
        {
            // Titles tell what a server is at: "sidekiq 6.5 shop [0 of 5 busy]".
            var line = Doing().Replace(Procfs.CommandLine(head.Pid) ?? "", "");
            return new Known
            {
                Name = ProgramName.Of(head),
                Program = head.Program,
                Identity = Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes($"{head.Program}\0{line}\0{Procfs.Folder(head.Pid)}"))),
                IsLowtide = Path.GetFileName(Procfs.Executable(head.Pid)) == Path.GetFileName(Environment.ProcessPath),
            };
        }

        [GeneratedRegex(@"\[[^\]]*\]", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
        private static partial Regex Doing();
    }
}
