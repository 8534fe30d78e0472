using Lowtide.Capture.Families;

namespace Lowtide.Trials;

/// <summary>
/// The family that a started command serves with. Mostly the command's own; but one that is started by a script without
/// exec, by sudo or by an init of containers is a child of that, and to measure a shell would prove anything.
/// </summary>
internal static class ServedFamily
{
    /// <returns>Of the families at or below <paramref name="pid"/>, the one with most resident memory; null if none is left.</returns>
    public static Family? Of(int pid, IReadOnlyList<Family> all) =>
        FamilyFinder.AtOrBelow(pid, all).MaxBy(family => family.Members.Sum(member => member.RssPages));
}
