using System.Globalization;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;

namespace Lowtide.Capture.Families;

/// <summary>Why a recording ended.</summary>
public enum RecordingEnd
{
    Duration,

    /// <summary>By the person who started it.</summary>
    Stopped,

    /// <summary>And nothing was started in its place.</summary>
    TargetEnded,

    /// <summary>The first look could read no more of any process than its resident size, of which nothing follows.</summary>
    Unreadable,
}

/// <param name="Seconds">That its samples cover.</param>
/// <param name="Processes">All that were sampled, respawned ones counted each.</param>
public sealed record RecordingSummary(
    RecordingEnd End, double Seconds, int Samples, int Processes, int Snapshots, IReadOnlyList<Unreadable> CouldNotRead);

/// <summary>Where a recording stands, for somebody who waits for it.</summary>
public sealed record RecordingProgress(TimeSpan Elapsed, int Processes, long? PssBytes);

/// <summary>
/// Records a family over time: a snapshot with the page census and the picture of the master's pages, then samples of every
/// member and of the memory around them, and a last snapshot. Everything is written as it comes. It goes on through a reload, whether
/// the master lives on, replaces itself by exec, or ends and is started anew.
/// </summary>
/// <param name="heapShare">Of all processors' time, for walks through heaps.</param>
public sealed class FamilyRecorder(RecordingWriter writer, SamplePace pace, TimeProvider time, double heapShare = CostBudget.HeapShare)
{
    /// <summary>The picture of a larger master would keep a core busy for more than about ten seconds.</summary>
    private const long PictureGateBytes = 16L << 30;

    /// <summary>A service manager starts a server again as soon as the old one has ended, or some seconds later.</summary>
    private static readonly TimeSpan TimeForSuccessor = TimeSpan.FromSeconds(10);

    private readonly FamilySampler _sampler = new(time) { HeapCost = new(Environment.ProcessorCount, heapShare) };
    private readonly QuickPace _quick = new();
    private readonly List<Unreadable> _missing = [];
    private readonly HashSet<(int, long)> _processes = [];
    private int _samples;
    private int _snapshots;
    private double _first, _last;
    private bool _memoryRead;
    private long _start;
    private TimeSpan? _absentSince;
    private SystemSampler? _system;

    public Action<RecordingProgress>? Progress { get; init; }

    /// <summary>The picture of the master's pages, for which all its memory is read; it serves workers that are forked later.</summary>
    public bool WithPicture { get; init; } = true;

    /// <summary>Page faults too, one in so many; null for none.</summary>
    public int? FaultsEvery { get; init; }

    /// <summary>What to have a .NET runtime tell; null for nothing.</summary>
    public DotNetListening? DotNet { get; init; }

    /// <summary>Told before that keeps a runtime's allocations from other tools (<see cref="DotNetWatch.Silences"/>).</summary>
    public Action? Silences { get; init; }

    /// <param name="stop">Ends the recording early but whole: the last snapshot is taken all the same.</param>
    /// <returns>Null if the family had ended before anything of it could be read; nothing is recorded then.</returns>
    /// <exception cref="RecordingException">The file can no longer be written; what was written stays.</exception>
    public async Task<RecordingSummary?> RunAsync(Family family, CancellationToken stop)
    {
        try
        {
            return await RecordAsync(family, stop);
        }
        catch
        {
            writer.Abandon();
            throw;
        }
    }

    private async Task<RecordingSummary?> RecordAsync(Family family, CancellationToken stop)
    {
        _start = time.GetTimestamp();
        var server = new ServerFollower(family, Uptime.Ticks());
        _system = new SystemSampler(family.Head.Pid);
        // Before the first look, which takes a second or more of a large family.
        using var watches = new Watches(writer, time, () => Elapsed, SayOnce, Silences);
        if (FaultsEvery is { } every)
            watches.StartFaults(family, every);
        if (DotNet is not null)
            await watches.StartListeningAsync(family.Head, DotNet, stop);
        if (watches.Listens)
            _sampler.MemoryCost = new CostBudget(Environment.ProcessorCount, CostBudget.BesideListeningShare);
        if (!TakeSnapshot(family, null))
            return null;
        if (!_memoryRead)
            return Summary(RecordingEnd.Unreadable);
        var picture = WithPicture ? TakePicture(family) : null;
        var end = await SampleAsync(server, watches, stop);
        await watches.EndAsync();
        if (end is RecordingEnd.Duration or RecordingEnd.Stopped && (server.Now() is not { } last || !TakeSnapshot(last, picture)))
            end = RecordingEnd.TargetEnded;
        if (end == RecordingEnd.TargetEnded)
            SayOnce(new Unreadable(Unreadable.End, "the end of the recording", $"process {server.Head.Pid} ({server.Head.Program}) ended"
                + string.Create(CultureInfo.InvariantCulture, $" {(_absentSince ?? Elapsed).TotalSeconds:0.0} s after the start")
                + ", and nothing was started in its folder by its command line since", Mend: null));
        return Summary(end);
    }

    private RecordingSummary Summary(RecordingEnd end) => new(end, _last - _first, _samples, _processes.Count, _snapshots, _missing);

    private TimeSpan Elapsed => time.GetElapsedTime(_start);

    /// <summary>At the pace that was asked for, and closely while somebody leaves.</summary>
    private async Task<RecordingEnd> SampleAsync(ServerFollower server, Watches watches, CancellationToken stop)
    {
        var due = pace.NextAfter(Elapsed);
        while (Sooner(due, _quick.Next) is var at && at < pace.Duration)
        {
            if (!await WaitUntilAsync(at, stop))
                return RecordingEnd.Stopped;
            var start = Elapsed;
            if (_sampler.SomeoneLeaves())
                _quick.SomeoneLeaves(start);
            var quick = _quick.IsQuick(start);
            if (quick || due <= at)
            {
                if (!TakeSample(server, watches, quick))
                    return RecordingEnd.TargetEnded;
                // A timer may be early.
                due = pace.NextAfter(at > Elapsed ? at : Elapsed);
            }
            watches.Keep();
            _quick.Looked(start, Elapsed - start, sampled: quick);
        }
        return await WaitUntilAsync(pace.Duration, stop) ? RecordingEnd.Duration : RecordingEnd.Stopped;
    }

    private static TimeSpan Sooner(TimeSpan? one, TimeSpan other) => one < other ? one.Value : other;

    /// <returns>False once nobody has served for so long that nobody will.</returns>
    private bool TakeSample(ServerFollower server, Watches watches, bool quick)
    {
        var seconds = Elapsed.TotalSeconds;
        var family = server.Now();
        _absentSince = family is null ? _absentSince ?? Elapsed : null;
        if (family is null)
        {
            WriteSystem(seconds);
            return Elapsed - _absentSince < TimeForSuccessor;
        }
        watches.SayIfReplaced(family.Head, seconds);
        var samples = _sampler.Take(family, seconds, quick);
        Write(samples, seconds);
        if (_sampler.LeftOut is { } leftOut)
            SayOnce(leftOut);
        Progress?.Invoke(new RecordingProgress(Elapsed, samples.Count, _sampler.PssBytes));
        return true;
    }

    /// <returns>False if the recording is to end now.</returns>
    private async Task<bool> WaitUntilAsync(TimeSpan at, CancellationToken stop)
    {
        if (at - Elapsed is { Ticks: > 0 } left)
            await Task.Delay(left, time, stop).ContinueWith(_ => { }, TaskScheduler.Default);
        return !stop.IsCancellationRequested;
    }

    /// <summary>Not to be interrupted: a recording without its last snapshot says much less.</summary>
    private bool TakeSnapshot(Family family, ForkPicture? picture)
    {
        var seconds = Elapsed.TotalSeconds;
        // A picture that serves no worker would only be complained about.
        var serves = picture is not null && family.Master is { } master
            && (master.Pid, master.StackStart) == (picture.MasterPid, picture.MasterStackStart)
            && family.Workers.Any(worker => worker.StartTicks >= picture.TakenTicks);
        var options = new CaptureOptions(Census: true, Before: serves ? picture : null, Destructors: _ => true);
        if (FamilyCapture.Take(family, options, time, CancellationToken.None) is not { } capture)
            return false;
        writer.Add(capture.Snapshot);
        _snapshots++;
        _memoryRead |= capture.Snapshot.Members.Any(member => member.Memory.PssBytes is not null || member.Census is not null);
        Write(FamilySampler.Of(capture.Snapshot, seconds), seconds);
        foreach (var missing in capture.CouldNotRead)
            SayOnce(missing);
        return true;
    }

    private ForkPicture? TakePicture(Family family)
    {
        if (family.Master is not { } master || Procfs.Facts(master) is not { } facts)
            return null;
        if (master.RssBytes > PictureGateBytes)
        {
            SayOnce(NoPicture($"process {master.Pid} holds more than {PictureGateBytes >> 30} GiB, too much to read in passing"));
            return null;
        }
        if (PictureTaker.Take(facts, CancellationToken.None) is not { } picture)
        {
            var access = ProcessMemory.Probe(master.Pid);
            SayOnce(NoPicture(access.Why ?? "its page tables could not be read", access.Mend));
            return null;
        }
        writer.Add(picture);
        return picture;
    }

    private static Unreadable NoPicture(string why, string? mend = null) => new("pages.fork-picture", "the picture of the master's memory", why, mend);

    private void Write(IReadOnlyList<Sample> samples, double seconds)
    {
        writer.Add(samples);
        WriteSystem(seconds);
        (_first, _last) = (_samples == 0 ? seconds : _first, seconds);
        _samples += samples.Count;
        foreach (var sample in samples)
            _processes.Add((sample.Pid, sample.StartTicks));
    }

    private void WriteSystem(double seconds)
    {
        if (_system is not null)
            writer.Add(_system.Take(seconds));
    }

    private void SayOnce(Unreadable missing)
    {
        if (_missing.Exists(said => said.Code == missing.Code && said.What == missing.What))
            return;
        _missing.Add(missing);
        writer.Add(missing);
    }
}
