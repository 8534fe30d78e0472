using System.Collections.Concurrent;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Processes whose memory nobody can read at the moment: a thread of theirs holds the lock of their mappings and waits, for a file system that does not
/// answer or a device. A read of their arguments, memory or page tables waits with it, for as long as it takes (mmap_read_lock_killable in mm/memory.c).
/// </summary>
/// <remarks>So their arguments are asked for first, on a thread that can be left behind: it ends with Lowtide.</remarks>
public static class StuckProcesses
{
    /// <summary>For one process, once or twice. One that maps memory holds the lock for milliseconds, a large one that forks for some tens.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    /// <summary>Beside others that are stuck: somebody has made them so.</summary>
    private static readonly TimeSpan LittlePatience = TimeSpan.FromMilliseconds(50);

    private const int FewStuck = 3;

    /// <summary>Of one user who is not root. They can lock as many as they may start, and each that is asked costs time and a thread.</summary>
    private const int MostOfUser = 16;

    /// <summary>For one look: a user may be 65,536 more by a namespace of their own (subuid(5)).</summary>
    private static readonly TimeSpan AllPatience = TimeSpan.FromSeconds(20);

    /// <summary>Those whose read has not come back yet: then it is still that process, and to ask it again would only leave one more thread behind.</summary>
    private static readonly ConcurrentDictionary<int, bool> Stuck = new();

    /// <summary>Those that the last look left unasked.</summary>
    private static readonly ConcurrentDictionary<int, bool> Unasked = new();

    internal static bool Contains(int pid) => Stuck.ContainsKey(pid) || Unasked.ContainsKey(pid);

    /// <summary>With whose memory a thread was left behind that reads more than their arguments: Lowtide's end may have to wait for it.</summary>
    public static IEnumerable<int> LeftBehind => Stuck.Where(one => one.Value).Select(one => one.Key);

    /// <summary>A read of its memory waits, and a thread was left behind with it.</summary>
    internal static void Leave(int pid) => Stuck[pid] = true;

    /// <summary>That thread has come back.</summary>
    internal static void Return(int pid) => Stuck.TryRemove(pid, out _);

    internal static Unreadable Why(int pid, string name) => new(
        "process.stuck", $"process {pid} ({name})",
        Unasked.ContainsKey(pid)
            ? "it was not asked: of too many others of its user a read of the memory does not come back"
            : "a read of its memory does not come back: one of its threads changes its mappings and waits, as for a file system that does not answer",
        Mend: null);

    /// <summary>Finds out which of these processes answer; all are asked on one thread, and one more for each that does not.</summary>
    internal static void Look(IEnumerable<int> processes)
    {
        lock (Looking)
            Ask(processes);
    }

    /// <summary>Two looks at once would each forget what the other found.</summary>
    private static readonly Lock Looking = new();

    private static void Ask(IEnumerable<int> processes)
    {
        Unasked.Clear();
        var began = TimeProvider.System.GetTimestamp();
        for (var pids = processes.Where(pid => !Stuck.ContainsKey(pid)).ToList(); pids.Count > 0;)
        {
            var round = new Round(pids);
            var thread = new Thread(round.Ask) { IsBackground = true };
            thread.Start();
            var asked = round.Wait(thread);
            pids = asked == pids.Count ? [] : LeaveOut(pids[(asked - 1)..], all: TimeProvider.System.GetElapsedTime(began) > AllPatience);
        }
    }

    /// <param name="pids">The first is stuck.</param>
    /// <returns>Those that are still to be asked.</returns>
    private static List<int> LeaveOut(List<int> pids, bool all)
    {
        var user = Procfs.UserOf(pids[0]);
        if (!all && (user == 0 || Stuck.Keys.Count(pid => Procfs.UserOf(pid) == user) < MostOfUser))
            return pids[1..];
        var rest = pids.Skip(1).ToLookup(pid => !all && Procfs.UserOf(pid) != user);
        foreach (var pid in rest[false])
            Unasked[pid] = true;
        return [.. rest[true]];
    }

    /// <summary>One thread's way through the processes, as far as it gets.</summary>
    private sealed class Round(IReadOnlyList<int> pids)
    {
        private int _at;
        private volatile bool _leftBehind;

        public void Ask()
        {
            Span<byte> word = stackalloc byte[1];
            for (; _at < pids.Count; Volatile.Write(ref _at, _at + 1))
            {
                using var arguments = ReadOnlyFile.Open($"/proc/{pids[_at]}/cmdline");
                if (!arguments.IsInvalid)
                    Read(arguments, word);
                if (!_leftBehind)
                    continue;
                Stuck.TryRemove(pids[_at], out _);
                return;
            }
        }

        /// <returns>How many were asked; where not all of them, the last is stuck.</returns>
        public int Wait(Thread thread)
        {
            for (var before = -1; !thread.Join(Stuck.Count < FewStuck ? Patience : LittlePatience);)
            {
                var at = Volatile.Read(ref _at);
                if (at == before && at < pids.Count)
                {
                    _leftBehind = true;
                    Stuck[pids[at]] = false;
                    return at + 1;
                }
                before = at;
            }
            return pids.Count;
        }

        private static void Read(SafeFileHandle file, Span<byte> word)
        {
            try
            {
                _ = RandomAccess.Read(file, word, 0);
            }
            catch (IOException)
            {
                // It has ended.
            }
        }
    }
}
