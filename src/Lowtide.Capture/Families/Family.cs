using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Families;

/// <summary>A master and its workers by pid only; nothing of their memory has been looked at.</summary>
/// <param name="Master">Null where the master has died and its workers were left.</param>
/// <param name="Workers">Oldest first.</param>
public sealed record Family(ProcessStat? Master, IReadOnlyList<ProcessStat> Workers)
{
    /// <summary>
    /// What an idle copy calls itself that a process made of itself before its first fork (keeper.py of the Python kit). It serves nobody. Anybody may take
    /// this name: it is one where the process that made it says so.
    /// </summary>
    public const string KeeperName = "lowtide-keeper";

    /// <summary>
    /// As that, of a copy of a worker that counts its cycles for a second or two (cycles.py). It serves nobody, and only 'lowtide ps --all' shows it.
    /// </summary>
    public const string CountingName = "lowtide-cycles";

    /// <summary>The master's; null where it has none.</summary>
    public ProcessStat? Keeper { get; init; }

    public IEnumerable<ProcessStat> Members => Master is null ? Workers : Workers.Prepend(Master);

    public ProcessStat Head => Master ?? Workers[0];

    /// <summary>What it is called by. It is asked of the process each time.</summary>
    public string Name => ProgramName.Of(Head);
}
