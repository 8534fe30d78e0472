using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;

namespace Lowtide.Guard;

/// <summary>
/// How many respawns of the last hour there were, of each family and of all: by a clock that nobody sets while this runs, and by the history for what was
/// before. Where neither tells, nothing is done for an hour: as if all that may be had been done now.
/// </summary>
internal sealed class RespawnAccount(HistoryReader past, TimeProvider time)
{
    public static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    /// <summary>A wall clock may differ so much from one that nobody sets: ntpd slews.</summary>
    private static readonly TimeSpan MostSlew = TimeSpan.FromSeconds(2);

    private readonly List<Respawn> _respawns = [];
    private readonly long _start = time.GetTimestamp();
    private (DateTimeOffset Wall, TimeSpan Now)? _last;
    private (TimeSpan Until, string Why)? _unknown;

    /// <param name="Acted">Else a dry run has named one: each has its own budget.</param>
    internal sealed record Respawn(string Label, TimeSpan At, bool Acted);

    /// <summary>Since this was made, by a clock that nobody sets.</summary>
    public TimeSpan Now => time.GetElapsedTime(_start);

    /// <summary>Why it is not known what was done within the hour; null where it is. Asked at each look.</summary>
    public string? Unknown()
    {
        var (wall, now) = (time.GetUtcNow(), Now);
        if (_last is not { } last)
            Remember(wall, now);
        else if (((wall - last.Wall) - (now - last.Now)).Duration() > MostSlew)
            _unknown = (now + Hour, "the machine's clock was set: what was done within the hour is not known until one has passed");
        _last = (wall, now);
        return now < _unknown?.Until ? _unknown?.Why : null;
    }

    /// <summary>By the wall clock: nothing else lives through a restart.</summary>
    private void Remember(DateTimeOffset wall, TimeSpan now)
    {
        try
        {
            foreach (var (label, at, acted) in past.Recycles(wall - Hour))
                _respawns.Add(new Respawn(label, now - (wall - at), acted));
        }
        catch (RecordingException unreadable)
        {
            _unknown = (now + Hour, $"what was done within the hour cannot be read ({unreadable.Message})");
        }
    }

    /// <returns>To be taken back where nobody was asked after all.</returns>
    public Respawn Add(string label, bool acted)
    {
        var one = new Respawn(label, Now, acted);
        _respawns.Add(one);
        return one;
    }

    public void TakeBack(Respawn added) => _respawns.Remove(added);

    /// <param name="label">Null: of all.</param>
    public int Within(string? label, bool acted)
    {
        var now = Now;
        _respawns.RemoveAll(one => one.At < now - Hour);
        return _respawns.Count(one => one.Acted == acted && (label is null || one.Label == label));
    }

    /// <summary>When a worker of a family was asked last; null where none was within the hour.</summary>
    public TimeSpan? Last(string label) => _respawns.Where(one => one.Acted && one.Label == label).Select(one => (TimeSpan?)one.At).Max();
}
