using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Families;

/// <summary>
/// Finds the server that was started in the place of one that has ended. A name alone may be any interpreter's, and a server with the same
/// command line another instance: one that was restarted is in the same folder too, and began since the recording did.
/// </summary>
/// <param name="sinceTicks">Clock ticks since boot.</param>
internal sealed class SuccessorSearch(ProcessStat head, long sinceTicks)
{
    private readonly string? _commandLine = Procfs.CommandLine(head.Pid);
    private readonly string? _folder = Procfs.Folder(head.Pid);

    /// <summary>Walks over all processes. Null where there is none, or none yet.</summary>
    public Family? Find() => FamilyLookup.All()
        .Where(family => family.Head.Name == head.Name && family.Head.StartTicks >= sinceTicks
            && (family.Head.Pid, family.Head.StartTicks) != (head.Pid, head.StartTicks)
            && Procfs.CommandLine(family.Head.Pid) == _commandLine && Procfs.Folder(family.Head.Pid) == _folder)
        .MaxBy(family => family.Head.StartTicks);
}
