using Lowtide.Analysis.Alerts;
using Lowtide.Capture.Sources;
using Lowtide.Capture.Watching;
using Lowtide.Commands;
using Lowtide.Guard;
using Lowtide.Recordings;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;
using Lowtide.Reports.Serve;
using Lowtide.Serve.Alerts;
using Lowtide.Serve.Pods;
using Lowtide.Serve.Settings;

namespace Lowtide.Serve;

/// <summary>The loop of <c>lowtide serve</c>: look, judge, remember, look into whose turn it is. What is known then stands in <see cref="State"/>.</summary>
internal sealed class Watcher : IDisposable
{
    private const int MostEvents = 200;

    private readonly HistoryFile _history;
    private readonly TimeProvider _time;
    private readonly HostWatch _watch;
    private readonly DiagnosisRotation _rotation;
    private readonly AlertWatch _alerts;
    private readonly KillAccount _kills;
    private readonly AlertDelivery _delivery;
    private readonly ClusterAccount? _cluster;
    private readonly PodNames _pods;
    private volatile ServeOptions _options;
    private readonly GrowthRotation _growth;
    private readonly ServiceNotice _notice;
    private readonly GuardWatch _guard;
    private readonly Host _host = HostFiles.Read(ProgramVersion.Text);
    private readonly Lock _gate = new();
    private volatile ServeState _state = ServeState.Empty;
    private long _lastLook;

    /// <summary>Why the latest look into pages could not be written; null where it was.</summary>
    private volatile string? _lookNotKept;

    /// <param name="past">Of the same history.</param>
    public Watcher(ServeOptions options, HistoryFile history, HistoryReader past, TimeProvider time)
    {
        (_options, _history, _time, _lastLook) = (options, history, time, time.GetTimestamp());
        _watch = new HostWatch(ServerFamilies.Includes, time);
        _rotation = new DiagnosisRotation(() => _options, _host, time);
        _alerts = new AlertWatch(past, options.Folder, time) { Unexplained = _rotation.Ask };
        _kills = new KillAccount(past);
        Curves = new Curves(past, time);
        _growth = new GrowthRotation(past, _host, _alerts.Judged, time);
        _delivery = new AlertDelivery(options, time);
        _cluster = ClusterAccount.Find(Environment.GetEnvironmentVariable, ClusterAccount.Usual, out var noCluster);
        if (noCluster is not null)
            ServeLog.Warning($"pods have no names: {noCluster}");
        _pods = new PodNames(_cluster is null ? null : _cluster.PodsAsync, time);
        _notice = new ServiceNotice(() => IsAlive, time);
        _guard = new GuardWatch(
            () => _options.GuardsMayAct ? _options.Guards : [.. _options.Guards.Select(guard => guard with { Acts = false })],
            () => _options.GuardBudget, new GuardedMachine(time), history, past, ServeLog.Line, time);
        Set(options);
        Remember(past);
    }

    private void Remember(HistoryReader past)
    {
        try
        {
            _watch.Remember(past.Identities(), past.Heads());
            _state = _state with { Events = past.Events(MostEvents) };
        }
        catch (RecordingException failure)
        {
            ServeLog.Warning($"servers get new labels ({failure.Message})");
        }
    }

    public ServeState State => _state;

    public Curves Curves { get; }

    /// <summary>Ends with the next look; of one that is stopped it is cancelled.</summary>
    public Task NextLook => _nextLook.Task;

    private volatile TaskCompletionSource _nextLook = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public ServeOptions Options => _options;

    /// <summary>Of whom something is said in the log; null: of all.</summary>
    public Func<string, bool>? Tells { get; init; }

    /// <inheritdoc cref="GuardWatch.Label"/>
    public string? Guarded => _guard.Label;

    /// <summary>From the next look on.</summary>
    public void Set(ServeOptions options)
    {
        _options = options;
        _watch.Set(options.Budget, options.Filter, options.DotNetEvents);
        _delivery.Set(options);
    }

    /// <summary>Whether it looks still: not where a look has not come back for long.</summary>
    public bool IsAlive => _time.GetElapsedTime(_lastLook) < (3 * Interval) + TimeSpan.FromMinutes(1);

    private TimeSpan Interval => new[] { _options.Every, _watch.LeastInterval }.Max();

    public async Task RunAsync(CancellationToken stop)
    {
        var (diagnosing, telling) = (Task.CompletedTask, Task.CompletedTask);
        try
        {
            var untold = new List<AlertChange>();
            while (!stop.IsCancellationRequested)
            {
                var began = _time.GetTimestamp();
                var host = _kills.Of(_watch.Look(stop), _state.Diagnoses);
                _lastLook = _time.GetTimestamp();
                _notice.Looked();
                // That whom a guard asked to end has ended is told by the guard.
                var news = host.Events.Where(one => one is not { Kind: WatchedEventKind.WorkerEnded, Others: 0 } || !_guard.Asked(one.Pid));
                host = host with { Events = [.. news] };
                var guarded = _guard.Take(host, _state.Diagnoses, _state.NoHistory, stop);
                var (alerts, changes) = _alerts.Take(host, _state.Diagnoses, _guard.Status);
                Publish(
                    host with { Events = [.. host.Events, .. changes.Select(change => change.Event(host.At)).OfType<WatchedEvent>()] }, alerts, changes,
                    guarded);
                untold.AddRange(changes);
                if (diagnosing.IsCompleted)
                {
                    await diagnosing;
                    diagnosing = Task.Run(() => Diagnose(host, stop), stop);
                }
                // Whoever does not answer holds nothing up.
                if (telling.IsCompleted)
                {
                    await telling;
                    var now = untold.ToList();
                    untold.Clear();
                    telling = Task.Run(() => Task.WhenAll(_delivery.TellAsync(alerts, now, stop), _pods.KeepAsync(host.Families, stop)), stop);
                }
                var left = Interval - _time.GetElapsedTime(began);
                if (left > TimeSpan.Zero)
                    await Task.Delay(left, _time, stop).ContinueWith(_ => { }, TaskScheduler.Default);
            }
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // In the middle of a look: that one is not published.
        }
        finally
        {
            _notice.Stopping();
            _nextLook.TrySetCanceled(CancellationToken.None);
            // Both use what is disposed next.
            await Task.WhenAll(diagnosing, telling, _guard.Settled).ContinueWith(_ => { }, TaskScheduler.Default);
        }
    }

    /// <param name="guarded">What guards did: the history has it.</param>
    private void Publish(
        WatchedHost host, IReadOnlyList<FamilyAlert> alerts, IReadOnlyList<AlertChange> changes, IReadOnlyList<WatchedEvent> guarded)
    {
        TellUnheard(host);
        var none = Kept(() => _history.Add(host)) ?? _lookNotKept;
        lock (_gate)
        {
            var images = host.Families.ToDictionary(family => family.Label, family => family.Image, StringComparer.Ordinal);
            _state = new ServeState(
                host,
                _state.Diagnoses.Where(one => images.TryGetValue(one.Key, out var image) && image == one.Value.Image).ToDictionary(StringComparer.Ordinal),
                new OwnUse(Environment.CpuUsage.TotalTime.TotalSeconds, Environment.WorkingSet))
            {
                Alerts = alerts,
                Guards = _guard.Status,
                Events = [.. host.Events.Reverse().Concat(guarded.Reverse()).Concat(_state.Events).Take(MostEvents)],
                Pods = host.Families.Select(family => (family.Label, Pod: _pods.Of(family.Container))).Where(one => one.Pod is not null)
                    .ToDictionary(one => one.Label, one => one.Pod!, StringComparer.Ordinal),
                NoHistory = none,
            };
        }
        var seen = _nextLook;
        _nextLook = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        seen.SetResult();
        foreach (var happened in host.Events.Where(happened => happened.Alert is null && Tells?.Invoke(happened.Family) != false))
            ServeLog.Line($"{happened.Family}: {ServePage.What(happened)}");
        foreach (var change in changes.Where(change => Tells?.Invoke(change.Alert.Family) != false))
            Tell(change);
    }

    /// <summary>Once, while it stays so.</summary>
    private void TellUnheard(WatchedHost host)
    {
        var before = (_state.Host?.Families ?? []).Where(family => family.Unheard is not null).Select(family => family.Image).ToHashSet();
        foreach (var family in host.Families.Where(family =>
            family.Unheard is not null && !before.Contains(family.Image) && Tells?.Invoke(family.Label) != false))
            ServeLog.Line($"{family.Label}: {family.Unheard!.What} is not read ({family.Unheard.Why})");
    }

    private static void Tell(AlertChange change)
    {
        if (change.Kind == AlertChangeKind.Raised && change.Alert.Alert.Rule.Severity == AlertSeverity.Page)
            ServeLog.Urgent(change.Line);
        else if (change.Kind == AlertChangeKind.Raised && change.Alert.Alert.Rule.Severity == AlertSeverity.Ticket)
            ServeLog.Warning(change.Line);
        else
            ServeLog.Line(change.Line);
    }

    /// <returns>Why it could not be written; null where it was. It is logged once.</returns>
    private string? Kept(Action write)
    {
        try
        {
            write();
            return null;
        }
        catch (RecordingException failure)
        {
            if (failure.Message != _state.NoHistory)
                ServeLog.Warning(failure.Message);
            return failure.Message;
        }
    }

    private void Diagnose(WatchedHost host, CancellationToken stop)
    {
        _rotation.Next(host, Keep, stop);
        _growth.Next(host);
    }

    private void Keep(string label, LatestDiagnosis latest, Recording look)
    {
        lock (_gate)
            _state = _state with { Diagnoses = new Dictionary<string, LatestDiagnosis>(_state.Diagnoses, StringComparer.Ordinal) { [label] = latest } };
        _lookNotKept = Kept(() => _history.Add(label, look));
    }

    public void Dispose()
    {
        _guard.Dispose();
        _notice.Dispose();
        _watch.Dispose();
        _delivery.Dispose();
        _cluster?.Dispose();
    }
}
