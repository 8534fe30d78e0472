using System.Collections.Concurrent;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Capture.Families;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;
using Lowtide.Serve.Settings;

namespace Lowtide.Serve;

/// <summary>
/// Looks into one family after the other, at some of its pages, each again after a while. It takes a second of a large one: so it is done apart from the watch,
/// one at a time, and rests for so long afterwards that it takes no more than its share.
/// </summary>
internal sealed class DiagnosisRotation(Func<ServeOptions> options, Host host, TimeProvider time)
{
    /// <summary>Larger ones are left to whoever asks 'lowtide explain': it would keep a processor busy for too long.</summary>
    private const long MostBytes = 4L << 30;

    /// <summary>What its own start took is given back then, and after each look.</summary>
    private static readonly TimeSpan Settled = TimeSpan.FromMinutes(2);

    private bool _hasSettled;

    /// <summary>One that has just begun is told better once it has served.</summary>
    private static readonly TimeSpan First = TimeSpan.FromSeconds(10);

    /// <summary>What a process held so lately is not read again for a look.</summary>
    private static readonly TimeSpan ReadLately = TimeSpan.FromMinutes(1);

    /// <summary>By label: of which image of its head, and when it is its turn, on a clock that nobody sets.</summary>
    private readonly Dictionary<string, ((int, long, ulong) Image, TimeSpan Due)> _due = new(StringComparer.Ordinal);
    private readonly long _start = time.GetTimestamp();
    private readonly OwnMemory _own = new();
    private readonly int _salt = Random.Shared.Next();
    private TimeSpan _restUntil;

    /// <summary>Of processors' time, before the first rest: who starts it wants to see something.</summary>
    private TimeSpan _first = TimeSpan.FromSeconds(5);

    /// <summary>Whose turn is now, whatever has been spent: an alert was raised, and nobody knows why. By label.</summary>
    private readonly ConcurrentDictionary<string, bool> _asked = new(StringComparer.Ordinal);

    public void Ask(string label) => _asked[label] = true;

    /// <summary>Looks into the family whose turn it is, where it is somebody's, and it has not ended.</summary>
    /// <param name="keep">Told its label and what was found; the time that it takes counts too.</param>
    public void Next(WatchedHost watched, Action<string, LatestDiagnosis, Recording> keep, CancellationToken cancellation)
    {
        var now = time.GetElapsedTime(_start);
        foreach (var gone in _due.Keys.Except(watched.Families.Select(family => family.Label)).ToList())
            _due.Remove(gone);
        foreach (var family in watched.Families)
            if (!_due.TryGetValue(family.Label, out var known) || known.Image != family.Image)
                _due[family.Label] = (family.Image, now + First);
        if ((Asked(watched) ?? (now < _restUntil ? null : Due(watched, now))) is not { } next)
        {
            if (!_hasSettled && now > Settled)
            {
                _hasSettled = true;
                _own.GiveBack();
            }
            return;
        }
        _due[next.Label] = (next.Image, now + options().DiagnoseEvery);
        var worked = Environment.CpuUsage.TotalTime;
        if (Look(next, cancellation) is var (diagnosis, look) && diagnosis.Image == next.Image)
            keep(next.Label, diagnosis, look);
        // It took tens of MiB, and minutes of rest follow: what it took goes back to the machine.
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        _own.GiveBack();
        // Of processors, and not of the clock: a machine that stood still meanwhile took nothing from anybody.
        var took = Environment.CpuUsage.TotalTime - worked;
        _first -= took;
        if (_first < TimeSpan.Zero)
            _restUntil = time.GetElapsedTime(_start) + (took / options().Budget.LookingShare);
    }

    /// <summary>One of those; who has gone is asked for no more.</summary>
    private WatchedFamily? Asked(WatchedHost watched)
    {
        var there = watched.Families.Where(IsSmall).ToDictionary(family => family.Label, StringComparer.Ordinal);
        foreach (var label in _asked.Keys)
            if (_asked.TryRemove(label, out _) && there.TryGetValue(label, out var next))
                return next;
        return null;
    }

    private static bool IsSmall(WatchedFamily family) => (family.PssBytes ?? family.ResidentBytes) <= MostBytes;

    private WatchedFamily? Due(WatchedHost watched, TimeSpan now) => watched.Families
        .Where(family => _due[family.Label].Due <= now && IsSmall(family))
        .MinBy(family => _due[family.Label].Due);

    private (LatestDiagnosis, Recording)? Look(WatchedFamily watched, CancellationToken cancellation)
    {
        try
        {
            var family = FamilyLookup.Find($"{watched.Pid}");
            var at = time.GetUtcNow();
            var some = new CaptureOptions(Census: true)
            {
                Limit = LookLimit.Usual(family.Members.Count(), Random.Shared, _salt),
                Held = watched.Processes.Where(process => at - process.ReadAt < ReadLately)
                    .ToDictionary(process => (process.Pid, process.StartTicks), process => process.Memory),
            };
            var capture = FamilyCapture.Take(family, some, time, cancellation);
            if (capture is null)
                return null;
            var look = new Recording(host, [capture.Snapshot], [], capture.CouldNotRead) { DotNet = watched.DotNet?.Recent };
            return (new LatestDiagnosis(capture.Snapshot.At, Diagnosis.Of(look)), look);
        }
        catch (NoSuchTargetException)
        {
            return null;
        }
    }
}
