using Lowtide.Capture.Elf;
using Lowtide.Capture.Kits;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <param name="Heap">Null where it was not read.</param>
internal sealed record TakenMember(Member Member, RuntimeHeap? Heap);

/// <summary>Looks at one process: its runtime, its malloc, its memory.</summary>
internal static class MemberCapture
{
    /// <param name="heads">Of the whole family.</param>
    /// <param name="missing">Gets what could not be read.</param>
    /// <returns>Null of one that was not asked for, or has gone.</returns>
    public static TakenMember? Take(ProcessStat stat, CaptureOptions options, SharedHeads heads, List<Unreadable> missing)
    {
        var walk = options is { Census: true, Heaps: true };
        using var space = AddressSpace.TryOpen(stat.Pid, heads: heads);
        var runtime = space is null ? null : RuntimeDecoders.Read(space, walk);
        // Most processes of a machine end here: nothing else is read of them before.
        if (space is not null && runtime is null && options.OnlyKnown)
            return null;
        if (Procfs.Facts(stat) is not { } facts)
            return null;
        var noted = new List<Unreadable>(runtime?.CouldNotRead ?? []);
        AllocatorReading? allocator = null;
        if (space is not null)
        {
            allocator = AllocatorReader.Read(space, walk);
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
        else if (LongMaps.Contains(stat.Pid))
        {
            noted.Add(LongMaps.Why(stat.Pid, stat.Program));
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
                    $"it belongs to {UserNames.Owner(facts.UserId)}",
                    MemoryAccess.PermitMappings(
                        $"run Lowtide as {(facts.UserId is { } its ? $"user {UserNames.Of(its)}" : "that user")} or with CAP_SYS_PTRACE (sudo)")));
        }
        var memory = MemoryLook.Of(stat, space, options, noted) with { MergesPages = Procfs.MayMerge(stat.Pid) };
        var settings = Procfs.Settings(stat.Pid) ?? (space is null ? null : MovedEnvironment.Settings(space));
        var member = new Member(facts, memory, runtime?.Facts, allocator?.Facts, settings)
        {
            ProcessorSeconds = stat.CpuTicks / ClockTicks.PerSecond,
            Heaps = allocator?.Heaps,
            Preloads = space is null || settings is null ? null : PreloadReader.Read(space, settings),
        };
        if (space is not null)
            member = AddKits(member, space);
        // As of now: malloc's walk may have taken a second.
        var heap = walk && RuntimeDecoders.TellsHeap(runtime?.Facts) && space?.Refresh() is not null
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
        .Select(mapping => mapping.Device)
        .Distinct()
        .Select(space.Mounts.Elsewhere)
        .FirstOrDefault(type => type is not null);

    private static Member AddKits(Member member, AddressSpace space) => member with
    {
        Notes = KitNotesReader.Read(space, space.Mappings),
        RubyKit = RubyKitReader.Read(space, space.Mappings, member.Process.NamespacePid ?? member.Process.Pid),
    };
}
