using Lowtide.Analysis.Agreement;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Ps;

/// <summary>What 'lowtide ps [TARGET] --json' prints; with --watch one document a line. Sizes are bytes; null is 'not read', never 0.</summary>
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
    /// <summary>Null where the master has died and left its workers.</summary>
    [AtLeast(1)]
    public required int? Master { get; init; }

    /// <summary>The kernel's name of the master, or of the oldest worker.</summary>
    public required string Name { get; init; }

    /// <summary>Of all members, the master among them; null as soon as one member's is.</summary>
    public required long? RssBytes { get; init; }

    /// <summary>Of all members; null as soon as one member's is.</summary>
    public required long? PssBytes { get; init; }

    /// <summary>Of all members; null as soon as one member's is.</summary>
    public required long? PrivateBytes { get; init; }

    /// <summary>Oldest first; empty for a lone process, which is a family of one.</summary>
    public required IReadOnlyList<PsWorker> Workers { get; init; }

    /// <summary>Null where none was found that Lowtide knows.</summary>
    public required RuntimeEntry? Runtime { get; init; }

    /// <summary>The malloc that is really called; null where it could not be told.</summary>
    public required AllocatorEntry? Allocator { get; init; }

    public required IReadOnlyList<RemedyInEffect> Remedies { get; init; }

    /// <summary>Figures that the runtime, malloc or the kernel counts too, both of each; fewer unless a TARGET was named.</summary>
    public required IReadOnlyList<AgreedFigure> Agreements { get; init; }

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
        Agreements = Analysis.Agreement.Agreements.Of(family, trace: null),
    };
}

internal sealed record PsWorker
{
    [AtLeast(1)]
    public required int Pid { get; init; }

    /// <summary>Null where it was not read.</summary>
    public required long? RssBytes { get; init; }

    /// <summary>Null where not read: no permission, or over 1 GiB of RSS when no TARGET was named.</summary>
    public required long? PssBytes { get; init; }

    /// <summary>As pss_bytes.</summary>
    public required long? PrivateBytes { get; init; }

    /// <summary>Surely inherited at the fork, still shared or copied since; null unless a TARGET was named.</summary>
    public required long? InheritedBytes { get; init; }

    /// <summary>Of those, still shared; null unless a TARGET was named.</summary>
    public required long? InheritedSharedBytes { get; init; }

    /// <summary>Neither surely inherited nor surely new; null unless a TARGET was named.</summary>
    public required long? UndecidedBytes { get; init; }

    /// <summary>How far pss_bytes may be from the truth, at 95%, where it was estimated; null where all pages were read, or none.</summary>
    public required long? PssMarginBytes { get; init; }

    public static PsWorker Of(Member member) => new()
    {
        Pid = member.Process.Pid,
        RssBytes = member.Memory.RssBytes,
        PssBytes = member.Memory.PssBytes,
        PrivateBytes = member.Memory.PrivateBytes,
        InheritedBytes = member.Census?.Tally.InheritedBytes,
        InheritedSharedBytes = member.Census?.Tally.InheritedSharedBytes,
        UndecidedBytes = member.Census?.Tally.UndecidedBytes,
        PssMarginBytes = member.Memory.PssMarginBytes,
    };
}
