using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;

namespace Lowtide.Trials.Runs;

/// <summary>
/// The family that a started command serves with. Mostly the command's own; but one that is started by a script without
/// exec, by sudo or by an init of containers is a child of that, and to measure a shell would prove anything.
/// </summary>
internal static class ServedFamily
{
    /// <returns>Of the families at or below <paramref name="pid"/>, the one with most resident memory; null if none is left.</returns>
    public static Family? Of(int pid, IReadOnlyList<Family> all) =>
        FamilyFinder.AtOrBelow(pid, all).MaxBy(family => family.Members.Sum(member => member.RssPages));

    /// <summary>
    /// What else is at or below it: the other workers of a server that spawns them (uvicorn --workers), a script, an init. All of it is what the
    /// command costs.
    /// </summary>
    public static BesideServed Beside(int pid, Family served, IReadOnlyList<Family> all)
    {
        var memory = FamilyFinder.AtOrBelow(pid, all)
            .Where(family => family.Head.Pid != served.Head.Pid)
            .SelectMany(family => family.Members)
            .Select(member => Procfs.Memory(member.Pid, member.RssBytes))
            .ToList();
        return new BesideServed(
            memory.Count,
            memory.Aggregate((long?)0, (sum, each) => sum + each.PssBytes),
            memory.Aggregate((long?)0, (sum, each) => sum + each.PrivateBytes));
    }
}
