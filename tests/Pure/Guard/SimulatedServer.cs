using Lowtide.Recordings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Tests.Pure.Guard;

/// <summary>A made-up server: what its workers hold is a function of their age, and it knows what a recycle does to it.</summary>
internal sealed class SimulatedServer(string label, int index, int workers, Func<double, double> mebibytes)
{
    private const long MiB = 1 << 20;

    public string Label => label;

    public int Head => 1000 * (index + 1);

    public List<Worker> Workers { get; } = [];

    public int Count => workers;

    /// <summary>Of each worker: what its end copies.</summary>
    public double SharedMiB { get; init; } = 100;

    /// <summary>Of its cgroup; null: the machine's memory is enough for all.</summary>
    public double? LimitMiB { get; init; }

    /// <summary>Seconds that a worker takes to end; null: it never does.</summary>
    public Func<double?> Ends { get; set; } = () => 2;

    /// <summary>Seconds from its end until another serves.</summary>
    public Func<double> Comes { get; init; } = () => 3;

    /// <summary>Of processors, by the second of the day. It is quiet where nothing else is said.</summary>
    public Func<double, double> Busy { get; init; } = _ => 0.04;

    /// <summary>What others of its cgroup hold.</summary>
    public Func<double, double> OthersMiB { get; init; } = _ => 0;

    public string? Closed { get; set; }

    /// <summary>Why no worker of it can be asked, whatever its door says; null where one can.</summary>
    public string? CannotAsk { get; set; }

    /// <summary>Of its program.</summary>
    public string? Name { get; init; }

    /// <summary>Nobody keeps what comes in while a worker of it ends: a proxy goes to another instance.</summary>
    public bool NeedsPeers { get; init; }

    /// <summary>A file that its head has not read as it is now; null where there is none.</summary>
    public string? ChangedSettings { get; set; }

    /// <summary>How often its head has read its settings anew.</summary>
    public ulong Reloads { get; set; }

    /// <summary>Why its settings cannot be read; null where they can.</summary>
    public string? Fails { get; set; }

    /// <summary>Nothing of its processes is read but their RSS.</summary>
    public bool IsUnread { get; set; }

    /// <summary>Its head has just ended.</summary>
    public bool IsGone { get; set; }

    private int _next;

    public void Start(double now)
    {
        while (Workers.Count < workers)
            Add(now);
    }

    /// <summary>It serves once it has loaded.</summary>
    public Worker Add(double now)
    {
        var worker = new Worker(Head + ++_next, (long)(now * 100), now);
        Workers.Add(worker);
        return worker;
    }

    public double PrivateMiB(Worker worker, double now) => worker.MoreMiB + mebibytes(Math.Max(0, now - worker.Born));

    /// <summary>Shared once, and each one's own.</summary>
    public double UsedMiB(double now) => OthersMiB(now) + SharedMiB + Workers.Sum(worker => PrivateMiB(worker, now) + (worker.IsEnding ? SharedMiB : 0));

    public WatchedFamily Seen(double now, DateTimeOffset at) => new(label, Name ?? label,
    [
        new WatchedProcess(WatchedProcess.Master, Head, 1, Memory(10), at) { Busy = 0 },
        .. Workers.Select((worker, place) => new WatchedProcess($"{place}", worker.Pid, worker.StartTicks, Memory(PrivateMiB(worker, now)), at)
        {
            IsUnreadable = IsUnread,
            Busy = Busy(now) / Workers.Count,
        }),
    ])
    {
        Image = (Head, 1, 1 + Reloads),
    };

    private MemoryUse Memory(double own) => MemoryUse.Unknown with { RssBytes = (long)((own + SharedMiB) * MiB) } is var rss && IsUnread ? rss : rss with
    {
        PrivateBytes = (long)(own * MiB),
        SharedBytes = (long)(SharedMiB * MiB),
        PssBytes = (long)((own + (SharedMiB / (Workers.Count + 1))) * MiB),
    };

    internal sealed record Worker(int Pid, long StartTicks, double Born)
    {
        public bool IsEnding { get; set; }

        public bool Serves { get; set; } = true;

        /// <summary>It takes what comes in, and hands it on.</summary>
        public bool IsRouter { get; init; }

        /// <summary>Another worker has forked it.</summary>
        public bool IsOfAnother { get; init; }

        /// <summary>Than others of its age.</summary>
        public double MoreMiB { get; init; }
    }
}
