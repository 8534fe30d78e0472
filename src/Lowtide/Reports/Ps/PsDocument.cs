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

internal sealed record PsFamily
{
    public required int? Master { get; init; }

    public required string Name { get; init; }

    /// <summary>Of all members, the master among them; likewise the next two.</summary>
    public required long? RssBytes { get; init; }

    public required long? PssBytes { get; init; }

    public required long? PrivateBytes { get; init; }

    public required IReadOnlyList<PsWorker> Workers { get; init; }

    public required RuntimeEntry? Runtime { get; init; }

    public required AllocatorEntry? Allocator { get; init; }

    public required IReadOnlyList<RemedyInEffect> Remedies { get; init; }

    public static PsFamily Of(FamilySnapshot family) => new()
    {
        Master = family.Master?.Process.Pid,
        Name = family.Name,
        RssBytes = family.RssBytes,
        PssBytes = family.PssBytes,
        PrivateBytes = family.PrivateBytes,
        Workers = [.. family.Workers.Select(PsWorker.Of)],
        Runtime = family.Runtime is { } runtime ? new RuntimeEntry(runtime.Name, runtime.Version) : null,
        Allocator = AllocatorEntry.Of(family),
        Remedies = RemediesInEffect.Of(family),
    };
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
