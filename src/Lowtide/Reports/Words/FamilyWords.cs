using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Malloc;
using Lowtide.Recordings;
using Lowtide.Writing;

namespace Lowtide.Reports.Words;

/// <summary>Facts of a family in the few words that every screen and report uses for them, as the target names itself.</summary>
internal static class FamilyWords
{
    public static string Runtime(FamilySnapshot family) => family.Runtime is { } runtime
        ? $"{RuntimeName(runtime.Name)} {runtime.Version}".TrimEnd()
        : "-";

    public static string Allocator(FamilySnapshot family) =>
        family.Allocator is { } allocator ? $"{allocator.Name} {allocator.Version}".TrimEnd() : "-";

    public static string Workers(FamilySnapshot family) => family.Workers.Count switch
    {
        0 => "no workers",
        1 => "1 worker",
        var count => $"{count} workers",
    };

    /// <summary>When and where, and who came and went meanwhile.</summary>
    public static string Recorded(RecordedTime recorded) =>
        string.Create(CultureInfo.InvariantCulture, $"recorded {recorded.Start.UtcDateTime:yyyy-MM-dd HH:mm:ss} to {recorded.End.UtcDateTime:HH:mm:ss} UTC ")
        + $"({Amount.Time(recorded.Seconds)}, {recorded.Samples} samples), kernel {Screen.Plain(recorded.Kernel)}, {recorded.Cpus} CPUs"
        + (recorded.WorkersEnded + recorded.WorkersCame > 0
            ? $"; meanwhile {recorded.WorkersEnded} of the workers seen ended and {recorded.WorkersCame} came" : "");

    private const int MostChildren = 4;

    /// <summary>What a process without workers has started; null where there is nothing that takes memory.</summary>
    public static string? Children(FamilySnapshot family)
    {
        var large = family.Children?.Where(child => child.PssBytes is null or > Amount.MiB).ToList() ?? [];
        if (large.Count == 0)
            return null;
        var named = string.Join(", ", large.Take(MostChildren).Select(child =>
            $"{child.Name} {child.Pid}{(child.Workers == 0 ? "" : $" with {child.Workers} workers")} ({Screen.Size(child.PssBytes)})"));
        var sum = large.Aggregate((long?)0, (all, child) => all + child.PssBytes);
        return $"it started {(large.Count == 1 ? "one process" : $"{large.Count} processes")} by a command: {named}"
            + (large.Count > MostChildren ? ", ..." : "") + $"; {Screen.Size(sum)} in all (PSS)"
            + (large.Count > 1 ? ". Each loaded everything itself: they share nothing but files." : ".")
            + $" Name one to have it explained: {OwnCall.Of($"explain {large[0].Pid}")}";
    }

    /// <summary>Who has forked nobody is no master.</summary>
    public static string Role(Member member, FamilySnapshot family) =>
        member == family.Master ? family.Workers.Count > 0 ? "master" : "alone" : member == family.Keeper ? "keeper" : "worker";

    /// <summary>Null where no worker's pages are known, or none was inherited.</summary>
    public static string? Sharing(FamilySnapshot family)
    {
        if (InheritedSharing.Of(family) is not { } sharing)
            return null;
        return $"of {Amount.Bytes(sharing.Bytes / sharing.Workers)} that a worker inherited, {Amount.Percent(sharing.KeptShare)} is still shared,"
            + $" {Amount.Bytes((sharing.Bytes - sharing.KeptBytes) / sharing.Workers)} copied"
            + (sharing.UndecidedBytes > sharing.Bytes / 100 ? $"; {Amount.Bytes(sharing.UndecidedBytes / sharing.Workers)} a worker is new or copied" : "")
            + (family.Master?.MasterCopiedBytes is { } copied and > Amount.MiB ? $"; the master itself copied {Amount.Bytes(copied)}" : "");
    }

    /// <summary>
    /// What glibc's arenas hold; null where they were not walked. "In use" is malloc's own count, touched or not, and what is freed counts where
    /// it is resident.
    /// </summary>
    public static string? Arenas(FamilySnapshot family)
    {
        if (KeptByMalloc.Of(family.Members, _ => true) is not { } kept)
            return null;
        var arenas = family.Members.Max(member => member.Allocator?.Arenas?.Count ?? 0);
        return $"malloc: {(kept.Certain ? "" : "about ")}{Amount.Bytes(kept.InUse)} in use by its own count{Garbage(family)} in {Amount.Count(arenas, "arena")}"
            + $"{(family.Members.Skip(1).Any() ? " of a process" : "")}, {Amount.Bytes(kept.Bytes)} freed but kept resident"
            + $"{(family.Workers.Count > 0 ? " by all" : "")}, "
            + $"of which malloc_trim would give back {Amount.Bytes(kept.Trimmable)}";
    }

    /// <summary>Beside what is in use: malloc cannot tell what Ruby no longer needs; empty of other runtimes.</summary>
    private static string Garbage(FamilySnapshot family) => family.Runtime?.Name != "cruby" ? ""
        : SurvivedMajor.MeanBytes(family) is { } survived
            ? $" (with garbage that Ruby has not collected; {Amount.Bytes(survived)} was there after its last major collection)"
            : " (with garbage that Ruby has not collected)";

    /// <summary>Runtime and allocator, where they could be read.</summary>
    public static IEnumerable<string> Known(FamilySnapshot family)
    {
        if (family.Runtime is not null)
            yield return Runtime(family);
        if (family.Allocator is not null)
            yield return Allocator(family);
    }

    public static string? Cgroup(CgroupMemory? cgroup) => cgroup switch
    {
        // It may hold more than the family.
        { LimitBytes: { } limit, BytesToKill: { } left, WorkingSetBytes: { } working } =>
            $"cgroup: {Amount.Bytes(working)} of {Amount.Bytes(limit)} used, {Amount.Bytes(left)} before an OOM kill",
        { UsedBytes: { } used, WorkingSetBytes: { } working } => $"cgroup: {Screen.Size(working)} used"
            + $"{(used - working >= Amount.MiB ? $", and {Screen.Size(used - working)} of files that the kernel can drop" : "")}, no limit",
        { UsedBytes: { } used } => $"cgroup: {Screen.Size(used)} used, no limit",
        _ => null,
    };

    /// <param name="name">As <see cref="RuntimeFacts.Name"/> has it.</param>
    public static string RuntimeName(string name) => name switch
    {
        "cpython" => "CPython",
        "cruby" => "Ruby",
        "dotnet" => ".NET",
        _ => name,
    };
}
