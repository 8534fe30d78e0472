using System.Globalization;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Faults;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;

namespace Lowtide.Capture.Families;

/// <summary>What is watched beside a recording's samples: page faults, and what a .NET runtime tells. What is refused is said, and left out.</summary>
/// <param name="clock">Since the recording began.</param>
/// <param name="say">What could not be read.</param>
/// <param name="silences">Told before what is asked of a runtime keeps its allocations from other tools; null for nobody.</param>
internal sealed class Watches(RecordingWriter writer, TimeProvider time, Func<TimeSpan> clock, Action<Unreadable> say, Action? silences) : IDisposable
{
    /// <summary>What was seen is kept so often, and less often where that would take more than so large a part of the time.</summary>
    private static readonly TimeSpan KeepPace = TimeSpan.FromSeconds(1);
    private const int KeepShare = 50;

    private FaultWatch? _faults;
    private DotNetWatch? _dotNet;
    private ProcessStat? _listened;
    private TimeSpan _keepDue;

    /// <summary>To a .NET runtime.</summary>
    public bool Listens => _dotNet is not null;

    /// <param name="every">One fault in so many.</param>
    public void StartFaults(Family family, int every)
    {
        try
        {
            _faults = FaultWatch.Start(family, every, time);
        }
        catch (FaultsRefusedException refused)
        {
            say(refused.Refused);
        }
    }

    /// <summary>Of a process that runs no .NET nothing, and a word of it where more was asked for than is of every process.</summary>
    /// <param name="stop">No longer waits for a runtime that does not answer: what is recorded goes without it.</param>
    public async Task StartListeningAsync(ProcessStat process, DotNetListening asked, CancellationToken stop)
    {
        if (RuntimeOf(process.Pid) is not { Name: "dotnet", Version: var version })
        {
            if (asked != new DotNetListening())
                say(DotNetWatch.NoDotNet);
            return;
        }
        if (DotNetWatch.Silences(version, asked))
            silences?.Invoke();
        try
        {
            (_dotNet, var refused) = await DotNetWatch.TryStartAsync(process.Pid, version, asked, () => clock().TotalSeconds, time, stop);
            if (refused is not null)
                say(refused);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            say(new Unreadable(Unreadable.DotNetCollections, DotNetWatch.What, "its runtime had not answered when the recording was ended", Mend: null));
        }
        if (_dotNet is not null)
            _listened = process;
    }

    /// <summary>A recording that is killed keeps what was seen, as it does its samples.</summary>
    public void Keep()
    {
        var start = clock();
        if ((_faults is null && _dotNet is null) || start < _keepDue)
            return;
        if (_faults is not null)
            writer.Keep(_faults.SoFar());
        if (_dotNet?.Next() is { } told)
            writer.Keep(told);
        _keepDue = clock() + TimeSpan.FromTicks(Math.Max(KeepPace.Ticks, KeepShare * (clock() - start).Ticks));
    }

    /// <param name="now">Who serves; only the process that was there at first is listened to.</param>
    public void SayIfReplaced(ProcessStat now, double seconds)
    {
        if (_listened is { } listened && (now.Pid, now.StartTicks) != (listened.Pid, listened.StartTicks))
            say(new Unreadable(
                "dotnet.collections-after-restart", "collections after the restart",
                string.Create(CultureInfo.InvariantCulture,
                    $"process {listened.Pid} ended, and {now.Pid}, which was there in its place at {seconds:0.0} s, is sampled but not listened to"),
                "record it again, to hear that one"));
    }

    public async Task EndAsync()
    {
        if (_faults is not null)
        {
            var seen = await _faults.EndAsync();
            writer.Keep(seen.Faults);
            Say(seen.CouldNotRead);
        }
        if (_dotNet is not null)
        {
            var told = await _dotNet.EndAsync();
            if (told.Trace is { } trace)
                writer.Keep(trace);
            Say(told.CouldNotRead);
        }
    }

    private void Say(IEnumerable<Unreadable> missing)
    {
        foreach (var one in missing)
            say(one);
    }

    public void Dispose()
    {
        _dotNet?.Dispose();
        _faults?.Dispose();
    }

    private static RuntimeFacts? RuntimeOf(int pid)
    {
        using var space = AddressSpace.TryOpen(pid);
        return space is null ? null : RuntimeDecoders.Read(space)?.Facts;
    }
}
