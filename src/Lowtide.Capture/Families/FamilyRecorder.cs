using Lowtide.Capture.Faults;
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

    TargetEnded,

    /// <summary>The master became another program image (a reload by exec), or another master of its name runs now.</summary>
    TargetReplaced,
}

/// <param name="Processes">All that were sampled, respawned ones counted each.</param>
public sealed record RecordingSummary(
    RecordingEnd End, double Seconds, int Samples, int Processes, int Snapshots, IReadOnlyList<Unreadable> CouldNotRead)
{
    /// <summary>False where no look could read more of any process than its resident size.</summary>
    public bool MemoryRead { get; init; }
}

/// <summary>Where a recording stands, for somebody who waits for it.</summary>
public sealed record RecordingProgress(TimeSpan Elapsed, int Processes, long? PssBytes);

/// <summary>
/// Records a family over time: a snapshot with the page census and the picture of the master's pages, then samples of every
/// member and of the memory around them, and a last snapshot. Everything is written as it comes.
/// </summary>
public sealed class FamilyRecorder(RecordingWriter writer, SamplePace pace, TimeProvider time)
{
    /// <summary>The picture of a larger master would keep a core busy for more than about ten seconds.</summary>
    private const long PictureGateBytes = 16L << 30;

    private readonly FamilySampler _sampler = new(time);
    private readonly List<Unreadable> _missing = [];
    private readonly HashSet<(int, long)> _processes = [];
    private int _samples;
    private int _snapshots;
    private bool _memoryRead;
    private long _start;
    private long _startTicks;
    private string? _commandLine;
    private string? _folder;
    private SystemSampler? _system;

    public Action<RecordingProgress>? Progress { get; init; }

    /// <summary>The picture of the master's pages, for which all its memory is read; it serves workers that are forked later.</summary>
    public bool WithPicture { get; init; } = true;

    /// <summary>Page faults too, one in so many; null for none.</summary>
    public int? FaultsEvery { get; init; }

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
        _startTicks = Uptime.Ticks();
        _commandLine = Procfs.CommandLine(family.Head.Pid);
        _folder = Procfs.Folder(family.Head.Pid);
        _system = new SystemSampler(family.Head.Pid);
        if (!TakeSnapshot(family, null))
            return null;
        var picture = WithPicture ? TakePicture(family) : null;
        var follower = new FamilyFollower(family);
        using var faults = WatchFaults(family);
        var end = await SampleAsync(follower, stop);
        if (faults is not null)
            Write(await faults.EndAsync());
        if (end is RecordingEnd.Duration or RecordingEnd.Stopped
            && (follower.Now() is not { } last || !TakeSnapshot(last, picture)))
            end = RecordingEnd.TargetEnded;
        if (end == RecordingEnd.TargetEnded)
            end = SayHowItEnded(family.Head);
        return new RecordingSummary(end, Elapsed.TotalSeconds, _samples, _processes.Count, _snapshots, _missing) { MemoryRead = _memoryRead };
    }

    private TimeSpan Elapsed => time.GetElapsedTime(_start);

    private async Task<RecordingEnd> SampleAsync(FamilyFollower follower, CancellationToken stop)
    {
        for (var due = pace.NextAfter(Elapsed); due is { } at; due = pace.NextAfter(TimeSpan.FromTicks(Math.Max(at.Ticks, Elapsed.Ticks))))
        {
            if (!await WaitUntilAsync(at, stop))
                return RecordingEnd.Stopped;
            if (follower.Now() is not { } family)
                return RecordingEnd.TargetEnded;
            var seconds = Elapsed.TotalSeconds;
            var samples = _sampler.Take(family, seconds);
            Write(samples, seconds);
            if (_sampler.LeftOut is { } leftOut)
                SayOnce(leftOut);
            Progress?.Invoke(new RecordingProgress(Elapsed, samples.Count, _sampler.PssBytes));
        }
        return await WaitUntilAsync(pace.Duration, stop) ? RecordingEnd.Duration : RecordingEnd.Stopped;
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
        var serves = picture is not null && family.Workers.Any(worker => worker.StartTicks >= picture.TakenTicks);
        var options = new CaptureOptions(Census: true, Before: serves ? picture : null);
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

    private FaultWatch? WatchFaults(Family family)
    {
        try
        {
            return FaultsEvery is { } every ? FaultWatch.Start(family, every, time) : null;
        }
        catch (FaultsRefusedException refused)
        {
            SayOnce(refused.Refused);
            return null;
        }
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

    private static Unreadable NoPicture(string why, string? mend = null) => new("the picture of the master's memory", why, mend);

    private RecordingEnd SayHowItEnded(ProcessStat head)
    {
        const string What = "the end of the recording";
        var when = string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{Elapsed.TotalSeconds:0.0} s after the start");
        if (Procfs.Stat(head.Pid) is { IsZombie: false } still && still.StartTicks == head.StartTicks)
        {
            SayOnce(new Unreadable(
                What, $"process {head.Pid} ({head.Name}) replaced itself by another program or by itself anew (exec), {when}",
                $"lowtide record {head.Pid}"));
            return RecordingEnd.TargetReplaced;
        }
        // A name alone may be any interpreter's, and a server with the same command line another instance: one that was
        // restarted is in the same folder, and began since the recording did.
        var successor = FamilyLookup.All()
            .Where(family => family.Head.Name == head.Name && family.Head.StartTicks >= _startTicks
                && Procfs.CommandLine(family.Head.Pid) == _commandLine && Procfs.Folder(family.Head.Pid) == _folder)
            .MaxBy(family => family.Head.StartTicks);
        SayOnce(new Unreadable(
            What,
            $"process {head.Pid} ({head.Name}) ended {when}"
                + (successor is null ? "" : $"; {successor.Head.Pid}, started since in the same folder by the same command line, runs now"),
            successor is null ? null : $"lowtide record {successor.Head.Pid}"));
        return successor is null ? RecordingEnd.TargetEnded : RecordingEnd.TargetReplaced;
    }

    private void Write(IReadOnlyList<Sample> samples, double seconds)
    {
        writer.Add(samples);
        if (_system is not null)
            writer.Add(_system.Take(seconds));
        _samples += samples.Count;
        foreach (var sample in samples)
            _processes.Add((sample.Pid, sample.StartTicks));
    }

    private void Write(CapturedFaults faults)
    {
        writer.Add(faults.Faults);
        foreach (var missing in faults.CouldNotRead)
            SayOnce(missing);
    }

    private void SayOnce(Unreadable missing)
    {
        if (_missing.Exists(said => said.What == missing.What))
            return;
        _missing.Add(missing);
        writer.Add(missing);
    }
}
