using Lowtide.Analysis.Malloc;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// Memory in glibc's thread arenas beyond the first: each new thread is given heaps of its own until there are eight arenas a processor, and what
/// is freed in one is not used by another (glibc malloc/arena.c, arena_get2).
/// </summary>
public sealed class ThreadArenas : IFindingRule
{
    public const string FindingId = "malloc.thread-arenas";

    public string Id => FindingId;

    public string Title => "malloc has an arena for each thread";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        // One thread arena beside the main one is what a limit of two would leave.
        var many = family.Members.Where(member => member.Allocator is { ThreadArenas: > 1, ThreadArenaBytes: not null }).ToList();
        var all = many.Sum(member => member.Allocator!.ThreadArenaBytes!.Value);
        // What is alive there would be alive in any arena: only the free part is these arenas' doing, where it can be told.
        var kept = KeptByMalloc.Of(many, arena => !arena.Main);
        var bytes = kept?.Bytes ?? all;
        if (many.Count == 0 || !Amount.Matters(bytes, family))
            return Examination.Nothing;
        var largest = many.Where(member => member.HeapsOf is null).MaxBy(member => member.Allocator!.ThreadArenas!.Value)!;
        var most = largest.Allocator!.ThreadArenas!.Value;
        return Examination.Found(new Finding(
            Id,
            kept is null
                ? $"{Amount.Bytes(all)} lies in malloc's thread arenas, up to {most} of them in one process."
                : $"{Amount.Bytes(bytes)} of {Amount.Bytes(all)} in malloc's thread arenas is free and kept, up to {most} of them in one process.",
            bytes,
            bytes / many.Count,
            [
                new Evidence("thread_arenas", most, $"{most} arenas beside the main one in the process that has most"),
                new Evidence("threads", largest.Process.Threads, $"{largest.Process.Threads} threads there now"),
                new Evidence("thread_arena_bytes", all, kept is null
                    ? "how much of it is free and only kept could not be told"
                    : $"{Amount.Bytes(all)} resident in these arenas; what is free in one is used by no other, and is part of all that malloc keeps free: "
                        + "not to be added to it"),
                .. kept is { Certain: false } ? new[] { FreeKept.Uncertain } : [],
                .. ArenaLimit.Of(largest, recording.Host) is { } limit
                    ? new[] { new Evidence("arena_limit", limit.Arenas, $"malloc makes {limit} arenas at most, the main one too: there it ends") } : [],
            ]));
    }
}
