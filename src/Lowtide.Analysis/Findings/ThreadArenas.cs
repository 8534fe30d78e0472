using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// Memory in glibc's thread arenas beyond the first: threads that contended were given heaps of their own, and what
/// is freed in one is not used by another (glibc malloc/arena.c, arena_get2).
/// </summary>
public sealed class ThreadArenas : IFindingRule
{
    public string Id => "malloc.thread-arenas";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        // One thread arena beside the main one is what a limit of two would leave.
        var many = family.Members.Where(member => member.Allocator is { ThreadArenas: > 1, ThreadArenaBytes: not null }).ToList();
        var bytes = many.Sum(member => member.Allocator!.ThreadArenaBytes!.Value);
        if (many.Count == 0 || !Amount.Matters(bytes, family))
            return Examination.Nothing;
        var most = many.Max(member => member.Allocator!.ThreadArenas!.Value);
        return Examination.Found(new Finding(
            Id,
            $"{Amount.Bytes(bytes)} lies in malloc's thread arenas, up to {most} of them in one process.",
            bytes,
            null,
            bytes / many.Count,
            [
                new Evidence("thread_arenas", most, $"{most} arenas beside the main one in the process that has most"),
                new Evidence("threads", many.Max(member => member.Process.Threads), $"{many.Max(member => member.Process.Threads)} threads there now"),
                new Evidence("thread_arena_bytes", bytes, "how much of it is free and only kept cannot be told yet"),
            ]));
    }
}
