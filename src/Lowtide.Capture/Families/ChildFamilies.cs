using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>
/// What is below a process without being of its family: commands that it started. A server's parent may be no server (a shell, uvicorn --workers,
/// multiprocessing with a fork server), and whoever looks at it means them.
/// </summary>
internal static class ChildFamilies
{
    private const int MostGenerations = 64;

    public static IReadOnlyList<ChildFamily> Below(int pid)
    {
        var all = FamilyLookup.All();
        var parents = all.SelectMany(family => family.Members).ToDictionary(member => member.Pid, member => member.ParentPid);
        return
        [
            .. all.Where(family => family.Head.Pid != pid && IsBelow(family.Head.Pid))
                .Select(family => new ChildFamily(
                    family.Head.Pid, ProcessTitle.Program(family.Head.Name), family.Workers.Count,
                    family.Members.Aggregate((long?)0, (sum, member) => sum + Procfs.Memory(member.Pid, member.RssBytes).PssBytes)))
                .OrderByDescending(child => child.PssBytes),
        ];

        // Bounded: the list is no snapshot, and reused pids could close a ring.
        bool IsBelow(int member)
        {
            for (var step = 0; step < MostGenerations && member != pid; step++)
                if (!parents.TryGetValue(member, out member))
                    return false;
            return member == pid;
        }
    }
}
