using Lowtide.Analysis.Recycling;
using Lowtide.Capture.Serving;
using Lowtide.Guard;
using Lowtide.Guard.Doors;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Guard;

/// <summary>
/// A machine of made-up servers, on a clock of its own. It knows what a guard may not do, by rules of its own that no guard is asked for, and notes whatever
/// was done against them.
/// </summary>
internal sealed class SimulatedMachine(IReadOnlyList<SimulatedServer> servers, Func<string, GuardPolicy> policies, int hostBudget)
    : TimeProvider, IGuardedMachine
{
    private const long MiB = 1 << 20;

    private static readonly DateTimeOffset Boot = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly List<(double Due, Action Do)> _coming = [];
    private readonly List<(string Label, double At)> _acts = [];

    /// <summary>Since boot, by a clock that nobody sets.</summary>
    public double Seconds { get; private set; } = 1000;

    /// <summary>By how much the wall clock was set.</summary>
    public double Set { get; set; }

    public double? SetAt { get; set; }

    public bool HistoryIsGone { get; set; }

    public List<string> Wrong { get; } = [];

    public IReadOnlyList<(string Label, double At)> Acts => _acts;

    public override DateTimeOffset GetUtcNow() => Boot.AddSeconds(Seconds + Set);

    public override long TimestampFrequency => 1000;

    public override long GetTimestamp() => (long)(Seconds * 1000);

    public DateTimeOffset Booted => Boot.AddSeconds(Set);

    public void Advance(double seconds)
    {
        var until = Seconds + seconds;
        while (_coming.Where(one => one.Due <= until).OrderBy(one => one.Due).FirstOrDefault() is { Do: { } act } next)
        {
            _coming.Remove(next);
            Seconds = Math.Max(Seconds, next.Due);
            act();
            Check();
        }
        Seconds = until;
        Check();
    }

    private void Check()
    {
        foreach (var server in servers)
            if (server.Workers.Exists(worker => worker.IsEnding) && server.UsedMiB(Seconds) > server.LimitMiB)
                Wrong.Add($"{Seconds}: {server.Label} is over its limit while a worker ends");
    }

    private SimulatedServer Of(int pid) => servers.First(server => pid >= server.Head && pid < server.Head + 1000);

    public bool? Serves(int pid) => Of(pid) is var server && server.Head == pid ? server.Workers.Exists(worker => worker.Serves)
        : server.Workers.Find(worker => worker.Pid == pid)?.Serves;

    public bool IsWorker(int pid, IDoor door) => Of(pid).Workers.Find(worker => worker.Pid == pid) is not { IsRouter: true };

    public IReadOnlyList<(int Pid, long StartTicks)> Children(int head) =>
        [.. Of(head).Workers.Where(worker => !worker.IsOfAnother).Select(worker => (worker.Pid, worker.StartTicks))];

    public MemoryUse? MemoryNow(int pid, long startTicks)
    {
        var server = Of(pid);
        return server.Workers.Find(worker => worker.Pid == pid) is { } worker ? MemoryUse.Unknown with
        {
            PrivateBytes = (long)(server.PrivateMiB(worker, Seconds) * MiB), SharedBytes = (long)(server.SharedMiB * MiB),
        } : null;
    }

    public long? RoomBytes(int head)
    {
        var server = Of(head);
        return (long)(((server.LimitMiB ?? 1_000_000) - server.UsedMiB(Seconds)) * MiB);
    }

    public (IDoor Door, ServerFacts Facts)? DoorOf(int head) => Of(head).Fails is { } why ? throw new IOException(why)
        : Of(head).IsGone ? null : (new Door(Of(head), Of(head).Closed), new ServerFacts([], null) { ChangedSettings = Of(head).ChangedSettings });

    /// <summary>In <see cref="ClaimedByAnother"/>: another guard has a worker of the machine end.</summary>
    public const int Itself = 1;

    /// <summary>Heads of servers.</summary>
    public HashSet<int> ClaimedByAnother { get; } = [];

    public IDisposable? Claim(int head, out string? why)
    {
        why = ClaimedByAnother.Contains(head) ? "another Lowtide guards it" : null;
        return why is null ? new MemoryStream() : null;
    }

    public IDisposable? Turn() => Claim(Itself, out _);

    public Task<RecycleOutcome> RecycleAsync(RecycleRequest request, CancellationToken cancellation)
    {
        var server = Of(request.Worker.Pid);
        if (server.CannotAsk is { } why)
            return Task.FromResult(new RecycleOutcome(RecycleEnd.NotAsked, why));
        var worker = server.Workers.Single(one => one.Pid == request.Worker.Pid);
        Judge(server, worker);
        _acts.Add((server.Label, Seconds));
        worker.IsEnding = true;
        _inCourse++;
        Check();
        var (asked, outcome) = (Seconds, new TaskCompletionSource<RecycleOutcome>());
        if (server.Ends() is not { } ends)
        {
            _coming.Add((Seconds + request.MayEnd.TotalSeconds, () => Tell(new RecycleOutcome(RecycleEnd.Stuck, "it has not ended"))));
            // An operator ends it by hand.
            _coming.Add((Seconds + 7200, () => Replace(server, worker, server.Comes())));
            return outcome.Task;
        }
        var comes = server.Comes();
        _coming.Add((Seconds + ends, () => Replace(server, worker, comes)));
        _coming.Add((Seconds + ends + Math.Min(comes, request.MayEnd.TotalSeconds), () => Tell(comes <= request.MayEnd.TotalSeconds
            ? new RecycleOutcome(RecycleEnd.Done, null)
            {
                EndedAfter = TimeSpan.FromSeconds(ends), ServesAfter = TimeSpan.FromSeconds(Seconds - asked), New = (server.Head + 1, 1),
            }
            : new RecycleOutcome(RecycleEnd.NobodyCame, "nobody serves in its place"))));
        return outcome.Task;

        void Tell(RecycleOutcome told)
        {
            _inCourse--;
            outcome.SetResult(told);
        }
    }

    private int _inCourse;

    private void Replace(SimulatedServer server, SimulatedServer.Worker worker, double comes)
    {
        server.Workers.Remove(worker);
        var next = server.Add(Seconds);
        next.Serves = false;
        _coming.Add((Seconds + comes, () => next.Serves = true));
    }

    /// <summary>Whether this may be done now.</summary>
    private void Judge(SimulatedServer server, SimulatedServer.Worker worker)
    {
        var policy = policies(server.Label);
        var held = server.PrivateMiB(worker, Seconds);
        Must(held * MiB > policy.PrivateLimitBytes, $"holds {held} MiB");
        Must(server.Closed is null, "its door is closed");
        Must(worker.Serves && !worker.IsEnding, "does not serve, or was asked before");
        Must(_inCourse == 0, "another is being recycled");
        Must(!server.Workers.Exists(other => other.IsEnding), "another of it is ending");
        Must(server.Workers.TrueForAll(other => other.Serves), "another of it does not serve yet");
        Must(server.Workers.Count == server.Count && server.Count > 1, "too few would serve");
        Must(_acts.Count(act => act.Label == server.Label && act.At > Seconds - 3600) < policy.RespawnsAnHour, "its budget is used up");
        Must(_acts.Count(act => act.At > Seconds - 3600) < hostBudget, "the machine's budget is used up");
        Must(!HistoryIsGone, "the history is gone");
        Must(SetAt is not { } at || Seconds - at >= 3600, "the clock was set within the hour");

        void Must(bool holds, string what)
        {
            if (!holds)
                Wrong.Add($"{Seconds}: {server.Label} {worker.Pid}: {what}");
        }
    }

    private sealed class Door(SimulatedServer server, string? closed) : IDoor
    {
        public string Server => "simulated";

        public string Way => "a word";

        public int Signal => 1;

        public bool IsOf(ServerFacts facts) => true;

        public string? Closed(ServerFacts facts, DoorOptions options) =>
            closed ?? (facts.ChangedSettings is { } changed ? $"{changed} has changed" : null);

        public bool NeedsPeers(ServerFacts facts) => server.NeedsPeers;
    }
}
