using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Watching;

/// <summary>How many processes the kernel killed for memory in a family's cgroup, by its counter: that does not say whom, and others may share it.</summary>
internal sealed class KillCounter
{
    private Cgroups.CountedKills? _counted;
    private long _come, _left;

    /// <param name="counted">Null where nobody counts.</param>
    /// <returns>Since the look before; 0 where another group counts now.</returns>
    public long New(Cgroups.CountedKills? counted)
    {
        var (before, left) = (_counted?.Folder == counted?.Folder ? _counted : null, _left);
        (_counted, _left) = (counted, 0);
        _come = before is null ? 0 : Math.Max(0, counted!.Kills - before.Kills);
        return _come + (before is null ? 0 : left);
    }

    /// <summary>
    /// So many of the family have gone since. One that was killed after the processes were listed and before the counter was read is missed at the next look.
    /// </summary>
    public void Gone(int members) => _left = Math.Max(0, _come - members);
}
