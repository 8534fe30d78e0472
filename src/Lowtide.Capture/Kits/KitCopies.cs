using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Kits;

/// <summary>
/// The copies that processes with Python's kit have made of themselves, which serve nobody. Their names tell where to look; what counts is that the process
/// that made one notes its pid, in memory that nobody else can write (notes.py). So no stranger hides behind such a name.
/// </summary>
internal sealed class KitCopies
{
    private readonly HashSet<(int Pid, long StartTicks)> _known = [];

    /// <returns>False too where the notes may not be read: such a process is shown like any other.</returns>
    public bool HasMade(ProcessStat maker, ProcessStat copy) =>
        _known.Contains((copy.Pid, copy.StartTicks)) || (IsNoted(maker.Pid, copy.Pid) && _known.Add((copy.Pid, copy.StartTicks)));

    private static bool IsNoted(int maker, int copy)
    {
        if (Procfs.NamespacePid(maker) is not { } inside || Procfs.NamespacePid(copy) is not { } noted)
            return false;
        using var space = AddressSpace.TryOpen(maker);
        return space is not null && KitNotesReader.Copies(space, space.Mappings, inside).Contains(noted);
    }
}
