using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>
/// What is below a process without being of its family: commands that it started. A server's parent may be no server (a shell, uvicorn --workers,
/// multiprocessing with a fork server), and whoever looks at it means them.
/// </summary>
internal static class ChildFamilies
{
    public static IReadOnlyList<ChildFamily> Below(int pid) =>
    [
        .. FamilyFinder.AtOrBelow(pid, FamilyLookup.All())
            .Where(family => family.Head.Pid != pid)
            .Select(family => new ChildFamily(
                family.Head.Pid, ProgramName.Of(family.Head), family.Workers.Count,
                family.Members.Aggregate((long?)0, (sum, member) => sum + MemoryLook.Of(member.Pid, member.RssBytes).PssBytes)))
            .OrderByDescending(child => child.PssBytes),
    ];
}
