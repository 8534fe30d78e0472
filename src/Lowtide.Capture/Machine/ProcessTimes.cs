using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Machine;

/// <summary>CPU time of every process at one moment, by whether it belongs to the work that is measured. Pure.</summary>
/// <remarks>
/// A process that ends hands its time to the parent that waits for it (cutime and cstime, proc_pid_stat(5)). So the sum
/// over a living tree, of each process's own time and of that handed to it, is all that the tree has ever used, as long as nobody leaves
/// it: what a trial starts cannot, for its guard adopts orphans. Lost is only the time of children whose parent
/// ignores SIGCHLD.
/// </remarks>
internal sealed class ProcessTimes
{
    /// <summary>A bound: the list is no snapshot, and reused pids could close a ring.</summary>
    private const int MostGenerations = 16;

    private readonly Dictionary<int, ProcessStat> _processes;
    private readonly HashSet<int> _own;

    /// <param name="root">The process that, with all below it, does the work that is measured.</param>
    public ProcessTimes(IEnumerable<ProcessStat> processes, int root)
    {
        _processes = processes.ToDictionary(process => process.Pid);
        var children = _processes.Values.ToLookup(process => process.ParentPid);
        _own = [];
        var waiting = new Queue<int>([root]);
        while (waiting.TryDequeue(out var pid))
            if (_processes.ContainsKey(pid) && _own.Add(pid))
                foreach (var child in children[pid])
                    waiting.Enqueue(child.Pid);
    }

    /// <summary>Of the tree since it began.</summary>
    public long OwnTicks => _own.Sum(pid => All(_processes[pid]));

    /// <summary>The process outside the tree that used most since an earlier moment; null if none used any.</summary>
    /// <remarks>
    /// What it used itself is known. What was handed to it may be older than the earlier moment: all that its descendants
    /// of then had used is taken off. An orphan goes to an ancestor further up (init, a subreaper), past parents that live
    /// on, so the way down leads through these too. The rest may be too little, and is never too much.
    /// </remarks>
    public BusyProcess? Busiest(ProcessTimes earlier)
    {
        var children = earlier._processes.Values.ToLookup(process => process.ParentPid);
        return _processes.Values
            .Where(process => !_own.Contains(process.Pid))
            .Select(process => new BusyProcess(process.Pid, process.Name, UsedSince(process) / ClockTicks.PerSecond))
            .Where(process => process.CpuSeconds > 0)
            .MaxBy(process => process.CpuSeconds);

        long UsedSince(ProcessStat process) =>
            earlier._processes.TryGetValue(process.Pid, out var was) && was.StartTicks == process.StartTicks
                ? process.CpuTicks - was.CpuTicks
                    + Math.Max(0, process.ReapedCpuTicks - was.ReapedCpuTicks - EndedBelow(process.Pid, MostGenerations))
                : All(process);

        long EndedBelow(int pid, int generations) => generations == 0
            ? 0
            : children[pid].Sum(child => (IsAlive(child) ? 0 : All(child)) + EndedBelow(child.Pid, generations - 1));
    }

    private bool IsAlive(ProcessStat process) =>
        _processes.TryGetValue(process.Pid, out var now) && now.StartTicks == process.StartTicks;

    private static long All(ProcessStat process) => process.CpuTicks + process.ReapedCpuTicks;
}
