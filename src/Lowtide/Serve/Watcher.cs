using Lowtide.Capture.Sources;
using Lowtide.Capture.Watching;
using Lowtide.Commands;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;

namespace Lowtide.Serve;

/// <summary>The loop of <c>lowtide serve</c>: look, remember, look into whose turn it is. What is known then stands in <see cref="State"/>.</summary>
internal sealed class Watcher(ServeOptions options, HistoryFile history, TimeProvider time, Action<string> log)
{
    private const int MostEvents = 200;

    private readonly HostWatch _watch = new(options.Budget, ServerFamilies.Includes, time);
    private readonly DiagnosisRotation _rotation = new(options, HostFiles.Read(ProgramVersion.Text), time);
    private readonly Lock _gate = new();
    private volatile ServeState _state = ServeState.Empty;
    private long _lastLook = time.GetTimestamp();

    public ServeState State => _state;

    /// <summary>Whether it looks still: not where a look has not come back for long.</summary>
    public bool IsAlive => time.GetElapsedTime(_lastLook) < (3 * options.Every) + TimeSpan.FromMinutes(1);

    public async Task RunAsync(CancellationToken stop)
    {
        var diagnosing = Task.CompletedTask;
        while (!stop.IsCancellationRequested)
        {
            var began = time.GetTimestamp();
            var host = _watch.Look(stop);
            _lastLook = time.GetTimestamp();
            Publish(host);
            if (diagnosing.IsCompleted)
            {
                await diagnosing;
                diagnosing = Task.Run(() => Diagnose(host, stop), stop);
            }
            var left = options.Every - time.GetElapsedTime(began);
            if (left > TimeSpan.Zero)
                await Task.Delay(left, time, stop).ContinueWith(_ => { }, TaskScheduler.Default);
        }
        await diagnosing.ContinueWith(_ => { }, TaskScheduler.Default);
    }

    private void Publish(WatchedHost host)
    {
        string? none = null;
        try
        {
            history.Add(host);
        }
        catch (RecordingException failure)
        {
            none = failure.Message;
        }
        if (none is not null && none != _state.NoHistory)
            log(none);
        lock (_gate)
        {
            var images = host.Families.ToDictionary(family => family.Label, family => family.Image, StringComparer.Ordinal);
            _state = new ServeState(
                host,
                _state.Diagnoses.Where(one => images.TryGetValue(one.Key, out var image) && image == one.Value.Image).ToDictionary(StringComparer.Ordinal),
                new OwnUse(Environment.CpuUsage.TotalTime.TotalSeconds, Environment.WorkingSet))
            {
                Events = [.. host.Events.Reverse().Concat(_state.Events).Take(MostEvents)],
                NoHistory = none,
            };
        }
        foreach (var happened in host.Events)
            log($"{happened.Family}: {Reports.Serve.ServePage.What(happened)}");
    }

    private void Diagnose(WatchedHost host, CancellationToken stop)
    {
        if (_rotation.Next(host, stop) is not var (label, latest))
            return;
        lock (_gate)
            _state = _state with { Diagnoses = new Dictionary<string, LatestDiagnosis>(_state.Diagnoses, StringComparer.Ordinal) { [label] = latest } };
    }

    public IReadOnlyList<(DateTimeOffset At, long PssBytes)> Curve(string label)
    {
        var now = time.GetUtcNow();
        try
        {
            return history.Pss(label, now - TimeSpan.FromHours(1), now);
        }
        catch (RecordingException)
        {
            // The page says that the history is not written.
            return [];
        }
    }
}
