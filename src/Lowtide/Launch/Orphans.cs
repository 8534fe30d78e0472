using Lowtide.Capture.Sources;

namespace Lowtide.Launch;

/// <summary>
/// What comes to this process when a guard of its is killed: all that the guard watched over, for a process that loses its parent goes to the nearest
/// subreaper above it (prctl(2), PR_SET_CHILD_SUBREAPER). Only the program asks for that, at the start of a trial.
/// </summary>
internal static class Orphans
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);
    private static readonly HashSet<int> Started = [];
    private static bool _comeHere;

    /// <summary>To be held while a child is started and spared: it is not to be taken for an orphan before that is known.</summary>
    public static Lock Gate { get; } = new();

    public static void ComeHere() => _comeHere = Libc.BecomeSubreaper();

    /// <summary>A child that this process started itself. Whoever started it reaps it: .NET ends the program where somebody else has done that.</summary>
    public static void Spare(int child)
    {
        lock (Gate)
            Started.Add(child);
    }

    /// <summary>It has been reaped.</summary>
    public static void Forget(int child)
    {
        lock (Gate)
            Started.Remove(child);
    }

    /// <summary>Kills those that have come, and what then comes of theirs. No pid of them can be another's: only this process reaps them.</summary>
    /// <returns>Whether all have ended within the time.</returns>
    public static async Task<bool> EndAsync(TimeSpan patience, TimeProvider time)
    {
        if (!_comeHere)
            return true;
        for (var began = time.GetTimestamp(); KillAndReap(); await Task.Delay(Pause, time))
            if (time.GetElapsedTime(began) > patience)
                return false;
        return true;
    }

    /// <returns>Whether there are any.</returns>
    private static unsafe bool KillAndReap()
    {
        lock (Gate)
        {
            var orphans = Procfs.Children(Environment.ProcessId)?.Where(child => !Started.Contains(child)).ToList() ?? [];
            foreach (var orphan in orphans)
            {
                Libc.Signal(orphan, Libc.SigKill);
                Libc.Wait(orphan, null, Libc.WithoutWaiting);
            }
            return orphans.Count > 0;
        }
    }
}
