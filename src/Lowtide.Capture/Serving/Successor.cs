using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Serving;

/// <summary>
/// Who comes in the place of a process that has no master. It runs the same program, was started later, and by whoever started the one before: a supervisor, or
/// what that started. Of a service of systemd it is in the same unit.
/// </summary>
public sealed class Successor
{
    private const int Init = 1;

    private readonly string? _executable, _unit;
    private readonly long _startTicks;
    private readonly HashSet<(int Pid, long StartTicks)> _starters;

    /// <param name="pid">Of the one that is to end, while it is there.</param>
    public Successor(int pid)
    {
        var stat = Procfs.Stat(pid);
        _executable = Program(pid);
        _unit = Unit(pid);
        _startTicks = stat?.StartTicks ?? long.MaxValue;
        _starters = [.. Starters(stat)];
    }

    /// <summary>Who may be one, oldest first. Those that are there before it ends are siblings.</summary>
    public IReadOnlyList<(int Pid, long StartTicks)> Find() => _executable is null ? [] :
    [
        .. Procfs.Pids().Select(Procfs.Stat).OfType<ProcessStat>().Where(stat => !stat.IsZombie && stat.StartTicks > _startTicks)
            .OrderBy(stat => stat.StartTicks).ThenBy(stat => stat.Pid)
            .Where(stat => Program(stat.Pid) == _executable
                && (Starters(stat).Any(_starters.Contains) || (_unit is not null && Unit(stat.Pid) == _unit)))
            .Select(stat => (stat.Pid, stat.StartTicks)),
    ];

    /// <summary>Its parent, and that one's: a supervisor may have started it by a shell. Of a unit the cgroup is the sign, for all are children of the
    /// first process.</summary>
    private static IEnumerable<(int Pid, long StartTicks)> Starters(ProcessStat? stat)
    {
        for (var up = 0; up < 2 && stat is { ParentPid: > Init }; up++)
        {
            stat = Procfs.Stat(stat.ParentPid);
            if (stat is not null)
                yield return (stat.Pid, stat.StartTicks);
        }
    }

    /// <summary>"... (deleted)" of one that was replaced since.</summary>
    private static string? Program(int pid) => Procfs.Executable(pid)?.Replace(" (deleted)", "", StringComparison.Ordinal);

    /// <summary>"/system.slice/shop.service".</summary>
    private static string? Unit(int pid) => Cgroups.MemoryPlace(pid)?.Path is { } path && path.EndsWith(".service", StringComparison.Ordinal) ? path : null;
}
