using Lowtide.Capture.CPython.Heap;
using Lowtide.Capture.Kits;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

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
        var choice = options is { Census: true, Limit: { } limit } ? HeapChoice.Of(family.Workers, limit) : null;
        var heads = new SharedHeads();
        var taken = TakeMembers([family.Master, family.Keeper, .. family.Workers], options, choice, heads, missing);
        var (master, keeper) = (taken[0]?.Member, taken[1]?.Member);
        var workers = taken.Skip(2).OfType<TakenMember>().Select(one => one.Member).ToList();
        if (master is null && workers.Count == 0)
            return null;
        if (keeper?.Runtime?.Collector is { } atFork)
            workers = [.. workers.Select(worker => worker with { AtFork = atFork })];
        PageSample? sample = null;
        if (options.Census && workers.Count > 0)
        {
            (master, workers, sample) = WorkersCensus.Add(master, keeper, workers, options, heads, missing, cancellation);
            var heaps = taken.OfType<TakenMember>().ToDictionary(one => one.Member.Process.Pid, one => one.Heap);
            workers = [.. workers.Select(worker => heaps[worker.Process.Pid]?.AddTo(worker, worker.Census) ?? worker)];
            workers = choice?.Fill(workers) ?? workers;
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
        var snapshot = new FamilySnapshot(at, ProgramName.Of(head.Process), master, workers, options.Census ? Cgroups.Of(head.Process.Pid) : null)
        {
            UptimeTicks = uptime,
            Keeper = keeper,
            ListensOn = options.Census ? ListeningSockets.Of([.. workers.Select(worker => worker.Process.Pid).Prepend(head.Process.Pid).Distinct()]) : null,
            Children = options.Census && workers.Count == 0 ? ChildFamilies.Below(head.Process.Pid) : null,
            // It reads two workers whole.
            BuiltAlikeBytes = options is { Census: true, Limit: null } ? WorkersCensus.BuiltAlike(workers, cancellation) : null,
            Sample = sample,
        };
        return new CapturedFamily(snapshot, [.. missing.Distinct()]);
    }

    /// <summary>
    /// Walks of heaps take long, so that members are taken beside each other where these are wanted; the first alone, for what the others share with it
    /// is read of it (<see cref="SharedHeads"/>), and two threads at once would each read all of it.
    /// </summary>
    /// <returns>In their order; null for those that are none, or have gone.</returns>
    private static TakenMember?[] TakeMembers(
        IReadOnlyList<ProcessStat?> members, CaptureOptions options, HeapChoice? choice, SharedHeads heads, List<Unreadable> missing)
    {
        var missed = members.Select(_ => new List<Unreadable>()).ToList();
        using var spare = new ThreadLocal<SpareThread>(() => new SpareThread());
        var indexed = members.Index().ToList();
        var alone = !options.Census ? indexed.Count : Pagemap.ShowsFrames() ? indexed.FindIndex(member => member.Item is not null) + 1 : 0;
        var first = indexed.Take(alone).Select(TakeOne).ToList();
        TakenMember?[] taken = [.. first, .. Threads.Select(indexed[alone..], TakeOne)];
        missing.AddRange(missed.SelectMany(noted => noted));
        return taken;

        TakenMember? TakeOne((int Index, ProcessStat? Stat) member) =>
            TakeMember(spare.Value!, member.Stat, Of(member), heads, missed[member.Index]);

        // The first two are no workers.
        CaptureOptions Of((int Index, ProcessStat? Stat) member) =>
            choice is null || member is { Index: < 2 } or { Stat: null } || choice.Walks(member.Stat.Pid) ? options : options with { Heaps = false };
    }

    private static TakenMember? TakeMember(SpareThread thread, ProcessStat? stat, CaptureOptions options, SharedHeads heads, List<Unreadable> missing)
    {
        if (stat is null)
            return null;
        var (taken, noted) = ((TakenMember?)null, new List<Unreadable>());
        if (!thread.TryDo(() => taken = MemberCapture.Take(stat, options, heads, noted)))
            // It is known to be stuck by then: what needs no answer of it is told.
            return MemberCapture.Take(stat, options, heads, missing);
        missing.AddRange(noted);
        return taken;
    }

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
}
