using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Reports.Ps;

namespace Lowtide.Commands;

/// <summary>The looks of <c>lowtide ps</c>: at one family with its page census, or at all without.</summary>
internal static class FamilyLooks
{
    /// <returns>Null if the family has ended.</returns>
    public static PsSnapshot? One(Family family, CancellationToken cancellation = default) =>
        FamilyCapture.Take(family, new CaptureOptions(Census: true, Causes: false), TimeProvider.System, cancellation) is { } capture
            ? new PsSnapshot(capture.Snapshot.At, [capture.Snapshot], 0, capture.CouldNotRead)
            : null;

    /// <param name="all">Also those that are no servers (<see cref="ServerFamilies"/>).</param>
    public static PsSnapshot All(bool all, CancellationToken cancellation = default)
    {
        var families = FamilyLookup.All(out var unseen, out var copies);
        // A process notes its copies itself, and may so call whatever it started: nobody hides from whoever asks for all.
        var look = Of(all ? [.. families, .. copies] : families, all, cancellation);
        return look with { CouldNotRead = [.. look.CouldNotRead, .. unseen], Copies = [.. copies.Select(copy => copy.Head.Pid)] };
    }

    /// <summary>Of <paramref name="families"/> those that may serve something.</summary>
    public static PsSnapshot Servers(IReadOnlyList<Family> families, CancellationToken cancellation) => Of(families, all: false, cancellation);

    /// <summary>Families of one name.</summary>
    public static PsSnapshot Of(IReadOnlyList<Family> families) => Of(families, all: true, CancellationToken.None);

    private static PsSnapshot Of(IReadOnlyList<Family> families, bool all, CancellationToken cancellation)
    {
        var at = TimeProvider.System.GetUtcNow();
        var options = new CaptureOptions(Census: false, OnlyKnown: !all);
        var captures = Threads.Select(families, family => FamilyCapture.Take(family, options, TimeProvider.System, cancellation), cancellation);
        var shown = captures
            .OfType<CapturedFamily>()
            .Where(capture => all || ServerFamilies.Includes(capture.Snapshot))
            .ToList();
        // Also of those not shown: it may be why they are not.
        var couldNotRead = captures.OfType<CapturedFamily>().SelectMany(capture => capture.CouldNotRead).Distinct().ToList();
        return new PsSnapshot(at, shown.ConvertAll(capture => capture.Snapshot), families.Count - shown.Count, couldNotRead);
    }
}
