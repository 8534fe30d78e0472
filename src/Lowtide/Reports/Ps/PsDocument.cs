using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Ps;

/// <summary>lowtide/ps/1</summary>
/// <param name="At">When the look began, UTC.</param>
internal sealed record PsDocument(
    string Schema, DateTimeOffset At, IReadOnlyList<PsFamily> Families, IReadOnlyList<UnreadableEntry> CouldNotRead)
{
    public const string Name = "lowtide/ps/1";

    public static PsDocument Of(PsSnapshot look) =>
        new(Name, look.At, [.. look.Families.Select(PsFamily.Of)], UnreadableEntry.All(look.CouldNotRead));
}

/// <param name="RssBytes">Of all members, the master among them; likewise the next two.</param>
internal sealed record PsFamily(
    int? Master,
    string Name,
    long? RssBytes,
    long? PssBytes,
    long? PrivateBytes,
    IReadOnlyList<PsWorker> Workers,
    RuntimeEntry? Runtime,
    AllocatorEntry? Allocator,
    IReadOnlyList<RemedyInEffect> Remedies)
{
    public static PsFamily Of(FamilySnapshot family) => new(
        family.Master?.Process.Pid,
        family.Name,
        family.RssBytes,
        family.PssBytes,
        family.PrivateBytes,
        [.. family.Workers.Select(PsWorker.Of)],
        family.Runtime is { } runtime ? new RuntimeEntry(runtime.Name, runtime.Version) : null,
        AllocatorEntry.Of(family),
        RemediesInEffect.Of(family));
}

internal sealed record PsWorker(
    int Pid,
    long? RssBytes,
    long? PssBytes,
    long? PrivateBytes,
    long? InheritedBytes,
    long? InheritedSharedBytes,
    long? UndecidedBytes)
{
    public static PsWorker Of(Member member) => new(
        member.Process.Pid,
        member.Memory.RssBytes,
        member.Memory.PssBytes,
        member.Memory.PrivateBytes,
        member.Census?.Tally.InheritedBytes,
        member.Census?.Tally.InheritedSharedBytes,
        member.Census?.Tally.UndecidedBytes);
}
