using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <param name="Process">The pid of the one member that was looked through.</param>
/// <param name="Complete">False where there may be more.</param>
/// <param name="Objects">Most first, 64 types at most.</param>
internal sealed record PendingDestructorsEntry([AtLeast(1)] int Process, bool Complete, IReadOnlyList<DestructorEntry> Objects)
{
    public static PendingDestructorsEntry? Of(FamilySnapshot family) =>
        family.Members.FirstOrDefault(member => member.Destructors is not null) is not { Destructors: { } found, Process.Pid: var pid } ? null : new(
            pid, found.Complete, [.. found.Objects.Select(count => new DestructorEntry(count.Type, JsonWord.Of(count.Kind), count.Count))]);
}

/// <param name="Type">With its module.</param>
/// <param name="Kind">finalizer: a class with a method __del__.</param>
internal sealed record DestructorEntry(string Type, [Words(typeof(DestructorKind))] string Kind, [AtLeast(1)] int Count);
