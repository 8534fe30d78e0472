using Lowtide.Capture.CPython;
using Lowtide.Capture.CPython.Heap;
using Lowtide.Capture.Elf;
using Lowtide.Capture.Kits;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <param name="Census">Tell every page of every worker; reads the memory of the whole family.</param>
/// <param name="Before">A picture of the master from before its workers were forked.</param>
/// <param name="Causes">With the census: also what each copied page shows of the write that copied it.</param>
/// <param name="Destructors">Of which members to look for objects whose destructors do more than free memory, in one of them; reads all of its
/// pools. Null for none.</param>
/// <param name="OnlyKnown">Leave out lone processes without a known runtime before anything costly is read of them.</param>
/// <param name="Own">It was started by Lowtide, for this: PSS is read whole, however large it is and however long it is held up.</param>
public sealed record CaptureOptions(
    bool Census, ForkPicture? Before = null, bool OnlyKnown = false, bool Causes = true,
    Func<Member, bool>? Destructors = null, bool Own = false);

/// <param name="CouldNotRead">What is missing from the snapshot, why, and what would give it.</param>
public sealed record CapturedFamily(FamilySnapshot Snapshot, IReadOnlyList<Unreadable> CouldNotRead);

/// <param name="Heap">Null where it was not read.</param>
internal sealed record TakenMember(Member Member, RuntimeHeap? Heap);

/// <summary>Looks at a family once. Members that vanish meanwhile are left out; that is no error.</summary>
public static class FamilyCapture
{
    /// <returns>Null if the whole family has gone.</returns>
    public static CapturedFamily? Take(Family family, CaptureOptions options, TimeProvider time, CancellationToken cancellation)
    {
        if (family.Members.Skip(1).Any())
            options = options with { OnlyKnown = false };
        var missing = new List<Unreadable>();
        var (at, uptime) = (time.GetUtcNow(), Uptime.Ticks());
        var taken = TakeMembers([family.Master, family.Keeper, .. family.Workers], options, missing);
        var (master, keeper) = (taken[0]?.Member, taken[1]?.Member);
        var workers = taken.Skip(2).OfType<TakenMember>().Select(one => one.Member).ToList();
        if (master is null && workers.Count == 0)
            return null;
        if (keeper?.Runtime?.Collector is { } atFork)
            workers = [.. workers.Select(worker => worker with { AtFork = atFork })];
        if (options.Census && workers.Count > 0)
        {
            (master, workers) = AddCensus(master, keeper, workers, options, missing, cancellation);
            var heaps = taken.OfType<TakenMember>().ToDictionary(one => one.Member.Process.Pid, one => one.Heap);
            workers = [.. workers.Select(worker => heaps[worker.Process.Pid]?.AddTo(worker, worker.Census) ?? worker)];
        }
        if (options.Destructors is { } asked)
        {
            // The oldest worker: it has served most.
            if (workers.Count > 0)
                workers[0] = AddDestructors(workers[0], asked);
            else
                master = AddDestructors(master!, asked);
        }
        var head = master ?? workers[0];
        var snapshot = new FamilySnapshot(at, ProcessTitle.Program(head.Process.Name), master, workers, options.Census ? Cgroups.Of(head.Process.Pid) : null)
        {
            UptimeTicks = uptime,
            Keeper = keeper,
            ListensOn = options.Census ? ListeningSockets.Of([.. workers.Select(worker => worker.Process.Pid).Prepend(head.Process.Pid).Distinct()]) : null,
            Children = options.Census && workers.Count == 0 ? ChildFamilies.Below(head.Process.Pid) : null,
            BuiltAlikeBytes = options.Census ? BuiltAlike(workers, cancellation) : null,
        };
        return new CapturedFamily(snapshot, [.. missing.Distinct()]);
    }

    /// <summary>Walks of malloc's arenas take long, so that members are taken beside each other where these are wanted.</summary>
    /// <returns>In their order; null for those that are none, or have gone.</returns>
    private static TakenMember?[] TakeMembers(IReadOnlyList<ProcessStat?> members, CaptureOptions options, List<Unreadable> missing)
    {
        if (!options.Census)
            return [.. members.Select(stat => stat is null ? null : TakeMember(stat, options, missing))];
        var missed = members.Select(_ => new List<Unreadable>()).ToList();
        var taken = Threads.Select(members.Index().ToList(), one => one.Item is null ? null : TakeMember(one.Item, options, missed[one.Index]));
        missing.AddRange(missed.SelectMany(one => one));
        return taken;
    }

    private static TakenMember? TakeMember(ProcessStat stat, CaptureOptions options, List<Unreadable> missing)
    {
        using var space = AddressSpace.TryOpen(stat.Pid);
        var runtime = space is null ? null : RuntimeDecoders.Read(space, walk: options.Census);
        // Most processes of a machine end here: nothing else is read of them before.
        if (space is not null && runtime is null && options.OnlyKnown)
            return null;
        if (Procfs.Facts(stat) is not { } facts)
            return null;
        var noted = new List<Unreadable>(runtime?.CouldNotRead ?? []);
        AllocatorReading? allocator = null;
        if (space is not null)
        {
            allocator = AllocatorReader.Read(space, walk: options.Census);
            noted.AddRange(allocator?.CouldNotRead ?? []);
            if (options.Census && CodeElsewhere(space) is { } type)
                noted.Add(new Unreadable(
                    "process.code-elsewhere", $"code of process {stat.Pid} ({stat.Program}) on {type}",
                    "files of such a file system may never answer, so Lowtide leaves them alone: a runtime or malloc that lies there is not told",
                    "start it from a local disk"));
        }
        else if (StuckProcesses.Contains(stat.Pid))
        {
            noted.Add(StuckProcesses.Why(stat.Pid, stat.Program));
        }
        else
        {
            noted.Add(facts.UserId is { } user && user == Procfs.OwnUserId
                ? new Unreadable(
                    "process.mappings", $"mappings of process {stat.Pid} ({stat.Program})",
                    "it does not let its own user look at it (set-uid, or prctl PR_SET_DUMPABLE 0)",
                    MemoryAccess.PermitMappings("run Lowtide with CAP_SYS_PTRACE (sudo)"))
                : new Unreadable(
                    "process.mappings", $"mappings of process {stat.Pid} ({stat.Program})",
                    $"it belongs to {(facts.UserId is { } other ? $"user {other}" : "another user")}",
                    MemoryAccess.PermitMappings(
                        $"run Lowtide as {(facts.UserId is { } its ? $"user {its}" : "that user")} or with CAP_SYS_PTRACE (sudo)")));
        }
        var memory = (options.Own ? Procfs.Memory(stat.Pid, stat.RssBytes)
            : options.Census ? MemoryLook.Of(stat, space, noted)
            : MemoryLook.Quickly(stat, space, noted)) with { MergesPages = Procfs.MayMerge(stat.Pid) };
        var settings = Procfs.Settings(stat.Pid) ?? (space is null ? null : MovedEnvironment.Settings(space));
        var member = new Member(facts, memory, runtime?.Facts, allocator?.Facts, settings)
        {
            Heaps = allocator?.Heaps,
            Preloads = space is null || settings is null ? null : PreloadReader.Read(space, settings),
        };
        if (space is not null)
            member = AddKits(member, space);
        // As of now: malloc's walk may have taken a second.
        var heap = options.Census && RuntimeDecoders.TellsHeap(runtime?.Facts) && space?.Refresh() is not null
            ? RuntimeDecoders.ReadHeap(space, runtime?.Facts) : null;
        if (heap is not null)
            member = heap.AddTo(member, census: null) with
            {
                Heaps = [.. allocator?.Heaps ?? [], .. heap.Pictures],
                Parts = [.. PartsReader.Read(space!, heap.Spans), .. heap.PartsOfFiles],
            };
        // Only now: one that ended meanwhile, or whose pid is another's by now, is no member, and no failure to read one.
        if (Procfs.Stat(stat.Pid) is not { IsZombie: false } now || now.StartTicks != stat.StartTicks)
            return null;
        missing.AddRange(noted);
        return new TakenMember(member, heap);
    }

    private static string? CodeElsewhere(AddressSpace space) => space.Mappings
        .Where(mapping => mapping is { Execute: true, IsAnonymous: false })
        .Select(mapping => MountTable.Elsewhere(space.Pid, mapping.Device))
        .FirstOrDefault(type => type is not null);

    private static Member AddKits(Member member, AddressSpace space) => member with
    {
        Notes = KitNotesReader.Read(space, space.Mappings),
        RubyKit = RubyKitReader.Read(space, space.Mappings, member.Process.NamespacePid ?? member.Process.Pid),
    };

    private static (Member? Master, List<Member> Workers) AddCensus(
        Member? master, Member? keeper, List<Member> workers, CaptureOptions options, List<Unreadable> missing, CancellationToken cancellation)
    {
        var before = options.Before;
        var readable = workers.Where(worker => MayRead(worker, "what became of each page (page census)", missing)).ToList();
        if (readable.Count == 0)
            return (master, workers);
        // A master that runs as root while its workers gave that up: they can still be compared with each other.
        var reference = master is not null
            && MayRead(master, "the master's pages, so that its workers' are compared only with each other's", missing) ? master : null;
        var kept = reference is not null && keeper is not null && MayRead(keeper, "the keeper's pages", missing) ? keeper : null;
        var links = workers.Concat(master is null ? [] : [master]).Any(member => RuntimeDecoders.RelinksPages(member.Runtime));
        using var heap = !options.Causes ? null : RuntimeDecoders.HeapOf((kept ?? reference ?? readable[0]).Process.Pid);
        var census = PageCensusTaker.Take(
            reference?.Process, kept?.Process, [.. readable.Select(worker => worker.Process)], links, heap, before, cancellation);
        if (options.Causes && links && heap is null)
            missing.Add(new Unreadable(
                "cpython.objects", "what stands on each copied page",
                "the layout of this Python's objects is not known (a debug or free-threaded build, or an unknown version)",
                Mend: null));
        if (census.Evidence == CensusEvidence.ExclusiveBit)
            missing.Add(new Unreadable(
                "pages.frame-numbers", "with whom a page is shared",
                "the kernel hides page frame numbers: a page is known to be mapped once or more than once, and no more",
                "run Lowtide with CAP_SYS_ADMIN (sudo)"));
        if (KernelOptions.CountsAreAverages == true)
            missing.Add(new Unreadable(
                "pages.averages", "PSS within large pages",
                "this kernel counts the mappings of a large page as a whole (CONFIG_NO_PAGE_MAPCOUNT): PSS and shared memory are averages there",
                Mend: null));
        if (census.MergedUntold)
            missing.Add(new Unreadable(
                "pages.merged", "which pages are merged",
                "the kernel has merged equal pages of this family (KSM) and hides which: they count as still shared",
                "run Lowtide with CAP_SYS_ADMIN (sudo)"));
        if (census.NotSearchedThrough)
            missing.Add(new Unreadable(
                "pages.not-searched", "some pages",
                "this kernel cannot list the pages of a process (PAGEMAP_SCAN), and it reserves more addresses than are searched one by one",
                "Linux 6.7 or later"));
        if (before is not null && master is not null && !workers.Exists(worker => before.Serves(master.Process, worker.Process)))
            missing.Add(new Unreadable(
                "pages.fork-picture", "the picture at fork time",
                "the recording shows another master, or all workers were forked before it was taken",
                "record the master first, then reload the server"));
        return (
            master is null ? null : master with { MasterCopiedBytes = census.MasterCopiedBytes },
            [.. workers.Select(worker => worker with
            {
                Census = census.Workers.GetValueOrDefault(worker.Process.Pid),
                Reads = census.Reads?.GetValueOrDefault(worker.Process.Pid),
                Copies = census.Copies?.GetValueOrDefault(worker.Process.Pid),
                CopiedCode = census.Code?.GetValueOrDefault(worker.Process.Pid),
            })]);
    }

    /// <summary>Of the two oldest, where they inherited little of what they hold.</summary>
    private static long? BuiltAlike(List<Member> workers, CancellationToken cancellation) =>
        workers.Where(worker => worker.Census?.Tally is { } tally && tally.InheritedBytes * 2 <= tally.NewBytes + tally.UndecidedBytes).Take(2).ToList()
            is [var one, var other] ? AlikePages.Of(one.Process, other.Process, cancellation) : null;

    private static Member AddDestructors(Member member, Func<Member, bool> asked)
    {
        if (!asked(member))
            return member;
        using var heap = RuntimeDecoders.HeapOf(member.Process.Pid);
        if (heap is null)
            return member;
        var kits = KitNotesReader.Maps(Procfs.Mappings(member.Process.Pid) ?? [], member.Settings);
        return member with { Destructors = DestructorWalk.Take(member.Process, heap, kits) };
    }

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
