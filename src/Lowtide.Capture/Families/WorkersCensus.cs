using Lowtide.Capture.Pages;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>What became of each page of a family, where its memory may be read.</summary>
internal static class WorkersCensus
{
    /// <param name="heads">As the members were read by.</param>
    /// <param name="missing">Gets what could not be read, or told from what was.</param>
    public static (Member? Master, List<Member> Workers, PageSample? Sample) Add(
        Member? master, Member? keeper, List<Member> workers, CaptureOptions options, SharedHeads heads, List<Unreadable> missing,
        CancellationToken cancellation)
    {
        var before = options.Before;
        var readable = workers.Where(worker => MayRead(worker, "what became of each page (page census)", missing)).ToList();
        if (readable.Count == 0)
            return (master, workers, null);
        // A master that runs as root while its workers gave that up: they can still be compared with each other.
        var reference = master is not null
            && MayRead(master, "the master's pages, so that its workers' are compared only with each other's", missing) ? master : null;
        var kept = reference is not null && keeper is not null && MayRead(keeper, "the keeper's pages", missing) ? keeper : null;
        var links = workers.Concat(master is null ? [] : [master]).Any(member => RuntimeDecoders.RelinksPages(member.Runtime));
        using var heap = !options.Causes ? null : RuntimeDecoders.HeapOf((kept ?? reference ?? readable[0]).Process.Pid, heads);
        var census = PageCensusTaker.Take(
            reference?.Process, kept?.Process, [.. readable.Select(worker => worker.Process)], links, heap, before, options.Limit, cancellation);
        missing.AddRange(Gaps(census, master, workers, options, options.Causes && links && heap is null));
        return (
            master is null ? null : master with { MasterCopiedBytes = census.MasterCopiedBytes },
            [.. workers.Select(worker => worker with
            {
                Census = census.Workers.GetValueOrDefault(worker.Process.Pid),
                Reads = census.Reads?.GetValueOrDefault(worker.Process.Pid),
                Copies = census.Copies?.GetValueOrDefault(worker.Process.Pid),
                CopiedCode = census.Code?.GetValueOrDefault(worker.Process.Pid),
            })],
            census.Sample);
    }

    /// <param name="noObjects">What stands on copied pages was asked for, and cannot be told.</param>
    private static IEnumerable<Unreadable> Gaps(FamilyCensus census, Member? master, List<Member> workers, CaptureOptions options, bool noObjects)
    {
        if (noObjects)
            yield return new Unreadable(
                "cpython.objects", "what stands on each copied page",
                "the layout of this Python's objects is not known (a debug or free-threaded build, or an unknown version)",
                Mend: null);
        if (census.Evidence == CensusEvidence.ExclusiveBit)
            yield return new Unreadable(
                "pages.frame-numbers", "with whom a page is shared",
                "the kernel hides page frame numbers: a page is known to be mapped once or more than once, and no more",
                "run Lowtide with CAP_SYS_ADMIN (sudo)");
        if (KernelOptions.CountsAreAverages == true)
            yield return new Unreadable(
                "pages.averages", "PSS within large pages",
                "this kernel counts the mappings of a large page as a whole (CONFIG_NO_PAGE_MAPCOUNT): PSS and shared memory are averages there",
                Mend: null);
        if (census.MergedUntold)
            yield return new Unreadable(
                "pages.merged", "which pages are merged",
                "the kernel has merged equal pages of this family (KSM) and hides which: they count as still shared",
                "run Lowtide with CAP_SYS_ADMIN (sudo)");
        if (census.NotSearchedThrough)
            yield return new Unreadable(
                "pages.not-searched", "some pages",
                "this kernel cannot list the pages of a process (PAGEMAP_SCAN), and it reserves more addresses than are searched one by one",
                "Linux 6.7 or later");
        if (options.Before is { } before && master is not null && !workers.Exists(worker => before.Serves(master.Process, worker.Process)))
            yield return new Unreadable(
                "pages.fork-picture", "the picture at fork time",
                "the recording shows another master, or all workers were forked before it was taken",
                "record the master first, then reload the server");
    }

    /// <summary>Of the two oldest, where they inherited little of what they hold.</summary>
    public static long? BuiltAlike(List<Member> workers, CancellationToken cancellation) =>
        workers.Where(worker => worker.Census?.Tally is { } tally && tally.InheritedBytes * 2 <= tally.NewBytes + tally.UndecidedBytes).Take(2).ToList()
            is [var one, var other] ? AlikePages.Of(one.Process, other.Process, cancellation) : null;

    private static bool MayRead(Member member, string what, List<Unreadable> missing)
    {
        using var pagemap = Pagemap.TryOpen(member.Process.Pid);
        var access = ProcessMemory.Probe(member.Process.Pid);
        if (pagemap is null && access.State == MemoryAccessState.Permitted)
            access = new MemoryAccess(
                MemoryAccessState.Denied, "its page tables (/proc/PID/pagemap) cannot be opened", $"run Lowtide with {MemoryAccess.Capabilities}");
        if (access.State is MemoryAccessState.Denied or MemoryAccessState.Unsupported)
            missing.Add(new Unreadable("pages.census", what, access.Why ?? "not permitted", access.Mend));
        return access.State == MemoryAccessState.Permitted;
    }
}
