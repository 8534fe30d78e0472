using Lowtide.Analysis.Recycling;
using Lowtide.Capture.Serving;
using Lowtide.Guard.Doors;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Guard;

/// <summary>What a guard knows of one family, look after look.</summary>
internal sealed class FollowedGuard : IDisposable
{
    /// <summary>So long a look counts for what is usual, and for how many serve at once.</summary>
    private static readonly TimeSpan UsualFor = TimeSpan.FromHours(1), ServingFor = TimeSpan.FromMinutes(10);

    /// <summary>Of looks: fewer say nothing of what is usual.</summary>
    private const int LeastLooks = 12;

    private readonly Queue<(TimeSpan At, double Busy)> _busy = new();
    private readonly Queue<(TimeSpan At, int Serving)> _serving = new();
    private HashSet<(int Pid, long StartTicks)> _serve = [];
    private (int, long, ulong) _image;
    private (IDoor Door, ServerFacts Facts)? _door;
    private TimeSpan _doorAt;

    /// <summary>A server that was reloaded, or whose settings were mended, is let in again.</summary>
    private static readonly TimeSpan ClosedFor = TimeSpan.FromMinutes(1);

    /// <summary>At which look it was seen last.</summary>
    public TimeSpan Seen { get; set; }

    /// <summary>Nobody of it is asked before; null: at any time.</summary>
    public TimeSpan? NotBefore { get; set; }

    /// <summary>Since when only a quiet moment is waited for; null while something else is, or nothing.</summary>
    public TimeSpan? QuietAwaited { get; set; }

    /// <summary>Since when one is over a limit, on the clock of the watch; null while none is.</summary>
    public TimeSpan? Over { get; set; }

    /// <summary>Why nothing is done, as it is now: what tells it from other reasons, and in words.</summary>
    public (string Reason, string Why)? Said { get; set; }

    /// <summary>Nothing is over a limit, or what was told of that is of another guard.</summary>
    public void Holds() => (Over, Said, QuietAwaited) = (null, null, null);

    /// <summary>Whom a dry run has named.</summary>
    public HashSet<(int, long)> Named { get; } = [];

    /// <summary>When it named one last; null where it has named none.</summary>
    public TimeSpan? NamedAt { get; set; }

    /// <summary>A worker that was asked and has not ended.</summary>
    public (int Pid, long StartTicks)? Stuck { get; set; }

    /// <summary>How many served when the last was asked, where nobody has come in its place.</summary>
    public int? Owed { get; set; }

    /// <summary>How often in a row nobody could be asked.</summary>
    public int Refusals { get; set; }

    /// <summary>It is left alone for a minute, then for two, for an hour at the most: what cannot be done now may not be possible at all.</summary>
    public TimeSpan PauseAfterRefusal() => TimeSpan.FromMinutes(Math.Min(60, 1 << Math.Min(6, Refusals++)));

    /// <summary>When a worker was asked last, on the clock of the watch; null where none was within the hour.</summary>
    public TimeSpan? Acted { get; set; }

    /// <summary>Workers that were asked, since the watch began.</summary>
    public int Asked { get; set; }

    /// <summary>What it was told, at the look that saw it last.</summary>
    public required GuardStanza Stanza { get; set; }

    /// <summary>Of a guard that was started anew: before that a worker was asked, and nothing tells that another serves in its place.</summary>
    /// <param name="booted">When the machine was: another may have got the worker's pid since.</param>
    /// <param name="ago">How long it is since.</param>
    public void Resume(WatchedFamily family, WatchedEvent asked, DateTimeOffset booted, TimeSpan ago, TimeSpan now)
    {
        // How many served before that was not seen.
        if (ago < ServingFor)
            NotBefore = now + ServingFor - ago;
        bool IsStill(WatchedProcess process) =>
            process.Pid == asked.Pid && booted.AddSeconds(process.StartTicks / ClockTicks.PerSecond) <= asked.At.AddSeconds(1);

        if (family.Processes.FirstOrDefault(IsStill) is { } still)
            (Stuck, _believedUntil) = ((still.Pid, still.StartTicks), now + Believed);
    }

    /// <summary>So long a history is believed that it was asked: a guard that was killed may have died just before it did that.</summary>
    private static readonly TimeSpan Believed = TimeSpan.FromHours(1);

    private TimeSpan? _believedUntil;

    public GuardStatus Status(TimeSpan now) => new(Stanza.Policy, Stanza.Acts, Asked) { Over = now - Over, Why = Said?.Why };

    public FreshWorker? Fresh { get; private set; }

    private TimeSpan? _learned;

    /// <summary>Asked anew of the history so often: thousands of readings are read for it.</summary>
    private static readonly TimeSpan LearnedFor = TimeSpan.FromMinutes(5);

    private const double UnknownSeconds = 60;

    public void Learn(TimeSpan now, double needed, Func<IReadOnlyList<WorkerCourse>> courses)
    {
        if (_learned is { } at && now - at < (Fresh is not null ? LearnedFor : TimeSpan.FromSeconds(Math.Min(needed, UnknownSeconds))))
            return;
        _learned = now;
        var seen = courses();
        // What was known once is known still, where the history has it no more.
        Fresh = FreshWorker.Of(seen, needed) ?? Fresh;
        _willKnow = seen.Any(course => !course.HasEnded);
    }

    /// <summary>Of who is there still more will be known.</summary>
    private bool _willKnow;

    /// <summary>One that was started a while ago will show what a fresh worker holds; one that was just started may not have been read yet.</summary>
    public bool IsLearning(TimeSpan now, double needed) => Fresh is null && (_willKnow || now - Acted < TimeSpan.FromSeconds(2 * needed));

    /// <summary>Its door, asked once a head; one that is closed is asked anew now and then.</summary>
    public (IDoor Door, ServerFacts Facts)? DoorOf(WatchedFamily family, IGuardedMachine machine, DoorOptions options, TimeSpan now)
    {
        var isAnother = _image != family.Image;
        if (isAnother)
            (_door, _changed, Refusals, Fresh, _learned, Owed) = (null, null, 0, null, null, null);
        if (isAnother || (now - _doorAt >= ClosedFor && IsClosed(options)))
        {
            DoorOf(family, machine);
            (_image, _doorAt) = (family.Image, now);
        }
        return _door;
    }

    /// <summary>Its door as it is now. Settings that were seen to change stay changed until its head reads them anew, whoever is started by then.</summary>
    public (IDoor Door, ServerFacts Facts)? DoorOf(WatchedFamily family, IGuardedMachine machine)
    {
        _door = machine.DoorOf(family.Pid) is not var (door, facts) ? null : (door, facts with { ChangedSettings = _changed ?? facts.ChangedSettings });
        _changed = _door?.Facts.ChangedSettings;
        return _door;
    }

    private string? _changed;

    private ((int, long, ulong) Image, IDisposable Claim)? _claim;

    /// <summary>Why it may not be recycled by this guard; null where by this one alone. Once that was so, it is until its head ends.</summary>
    public string? Claimed(WatchedFamily family, IGuardedMachine machine)
    {
        if (_claim?.Image == family.Image)
            return null;
        Dispose();
        if (machine.Claim(family.Pid, out var why) is { } claim)
            _claim = (family.Image, claim);
        return why;
    }

    /// <summary>Lets go of the claim.</summary>
    public void Dispose()
    {
        _claim?.Claim.Dispose();
        _claim = null;
    }

    private bool IsClosed(DoorOptions options) => _door is not { } door || door.Door.Closed(door.Facts, options) is not null;

    /// <summary>Whom a dry run has named would be another by now.</summary>
    public GuardedWorker WithoutNamed(GuardedWorker worker) => Named.Contains((worker.Pid, worker.StartTicks)) ? worker with { PrivateBytes = null } : worker;

    /// <summary>Its workers, and whether each serves: once one was seen to, it does until it ends.</summary>
    /// <param name="countsServing">Not while one is recycled: a standby is one more than usual.</param>
    public IReadOnlyList<GuardedWorker> Workers(WatchedFamily family, IGuardedMachine machine, TimeSpan now, bool countsServing)
    {
        var workers = family.Processes.Where(process => process.Slot != WatchedProcess.Master).ToList();
        if (workers.Count == 0)
            workers = [.. family.Processes];
        // What a worker has forked has its sockets, and is none. Of a master that has died nobody is a child: why nothing is done is told of all.
        var children = machine.Children(family.Pid);
        if (family.Workers > 0 && workers.Exists(worker => children.Contains((worker.Pid, worker.StartTicks))))
            workers.RemoveAll(worker => !children.Contains((worker.Pid, worker.StartTicks)));
        var serve = new HashSet<(int, long)>();
        foreach (var worker in workers)
            if (_serve.Contains((worker.Pid, worker.StartTicks)) || machine.Serves(worker.Pid) == true)
                serve.Add((worker.Pid, worker.StartTicks));
        _serve = serve;
        if (countsServing)
            Add(_serving, (now, serve.Count), ServingFor);
        if (family.Processes.All(process => process.Busy is not null))
            Add(_busy, (now, family.Processes.Sum(process => process.Busy ?? 0)), UsualFor);
        if (Stuck is { } stuck && (now >= _believedUntil || !workers.Exists(worker => (worker.Pid, worker.StartTicks) == stuck)))
            (Stuck, _believedUntil) = (null, null);
        if (serve.Count >= Owed)
            Owed = null;
        return workers.ConvertAll(worker => new GuardedWorker(
            worker.Pid, worker.StartTicks, worker.Slot, worker.Memory.PrivateBytes, worker.Memory.SharedBytes,
            serve.Contains((worker.Pid, worker.StartTicks))));
    }

    private static void Add<T>(Queue<(TimeSpan At, T)> queue, (TimeSpan At, T) one, TimeSpan keptFor)
    {
        queue.Enqueue(one);
        while (queue.Peek().At < one.At - keptFor)
            queue.Dequeue();
    }

    /// <summary>At the latest look.</summary>
    public int Serving => _serve.Count;

    public int MostServing => _serving.Count == 0 ? 0 : _serving.Max(one => one.Serving);

    public double? Busy => _busy.Count == 0 ? null : _busy.Last().Busy;

    public double? UsualBusy => _busy.Count < LeastLooks ? null : _busy.Select(one => one.Busy).Order().ElementAt(_busy.Count / 2);
}
