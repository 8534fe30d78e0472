using Lowtide.Analysis.Alerts;
using Lowtide.Analysis.Growth;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;
using Lowtide.Serve.Alerts;

namespace Lowtide.Serve;

/// <summary>Of each process that the kernel killed for memory: since when it grew, by the history, and why, by the latest look into its family.</summary>
internal sealed class KillAccount(HistoryReader past)
{
    /// <summary>Of one look: a server whose workers are killed as they come is no reason to read all day.</summary>
    private const int MostRead = 20;

    /// <param name="diagnoses">By label, as they were before this look.</param>
    public WatchedHost Of(WatchedHost host, IReadOnlyDictionary<string, LatestDiagnosis> diagnoses)
    {
        if (!host.Events.Any(IsKill))
            return host;
        var left = MostRead;
        return host with { Events = [.. host.Events.Select(happened => IsKill(happened) ? Explained(happened) : happened)] };

        WatchedEvent Explained(WatchedEvent kill)
        {
            var rise = kill.Slot is not null && left-- > 0 ? Rise(kill) : null;
            return kill with
            {
                GrowingSince = rise?.Since,
                GrewFromBytes = rise?.FromBytes,
                Cause = AlertCause.Of(AlertRules.OutOfMemoryKill, diagnoses.GetValueOrDefault(kill.Family)?.Diagnosis)?.FindingId,
            };
        }
    }

    private static bool IsKill(WatchedEvent happened) => happened.Kind == WatchedEventKind.KilledForMemory;

    private LastRise? Rise(WatchedEvent kill)
    {
        try
        {
            return LastRise.Of(past.Held(kill.Family, kill.Pid, kill.At), kill.ResidentBytes is { } resident ? (kill.At, resident) : null);
        }
        catch (RecordingException)
        {
            // The page says that the history cannot be written or read.
            return null;
        }
    }
}
