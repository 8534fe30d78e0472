using Lowtide.Analysis.Alerts;
using Lowtide.Recordings;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;

namespace Lowtide.Serve;

/// <summary>Judges how the memory of one family after the other goes, each again after a while, by what the history has of it.</summary>
/// <param name="host">This machine.</param>
/// <param name="judged">Told a family's label, and null where nothing can be told.</param>
internal sealed class GrowthRotation(HistoryReader past, Host host, Action<string, FamilyGrowth?> judged, TimeProvider time)
{
    /// <summary>Over so long growth is judged, and so often.</summary>
    private static readonly TimeSpan Over = TimeSpan.FromDays(10), Every = TimeSpan.FromHours(1);

    /// <summary>When each was, by label.</summary>
    private readonly Dictionary<string, long> _last = new(StringComparer.Ordinal);

    /// <summary>Of one family at most, who has waited longest.</summary>
    public void Next(WatchedHost watched)
    {
        foreach (var gone in _last.Keys.Except(watched.Families.Select(family => family.Label)).ToList())
            _last.Remove(gone);
        var due = watched.Families.Where(family => !_last.TryGetValue(family.Label, out var last) || time.GetElapsedTime(last) >= Every)
            .MinBy(family => _last.GetValueOrDefault(family.Label));
        if (due is null)
            return;
        _last[due.Label] = time.GetTimestamp();
        var now = time.GetUtcNow();
        try
        {
            judged(due.Label, FamilyGrowth.Of(past.Course(due.Label, now - Over, now, host)));
        }
        catch (RecordingException)
        {
            // The page says that the history cannot be written or read.
        }
    }
}
