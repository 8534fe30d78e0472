using Lowtide.Capture.Families;
using Lowtide.Reports.Ps;

namespace Lowtide.Commands;

/// <summary>The looks of <c>lowtide ps</c>: at one family with its page census, or at all without.</summary>
internal static class FamilyLooks
{
    /// <summary>A look at a busy machine must not take it over.</summary>
    private const int MostThreads = 4;

    /// <returns>Null if the family has ended.</returns>
    public static PsSnapshot? One(Family family, CancellationToken cancellation = default) =>
        FamilyCapture.Take(family, new CaptureOptions(Census: true, Causes: false), TimeProvider.System, cancellation) is { } capture
            ? new PsSnapshot(capture.Snapshot.At, [capture.Snapshot], 0, capture.CouldNotRead)
            : null;

    /// <param name="all">Also those that are no servers (<see cref="ServerFamilies"/>).</param>
    public static PsSnapshot All(bool all, CancellationToken cancellation = default)
    {
        var look = Of(FamilyLookup.All(out var unseen), all, cancellation);
        return look with { CouldNotRead = [.. look.CouldNotRead, .. unseen] };
    }

    /// <summary>Of <paramref name="families"/> those that may serve something.</summary>
    public static PsSnapshot Servers(IReadOnlyList<Family> families, CancellationToken cancellation) => Of(families, all: false, cancellation);

    /// <summary>Families of one name.</summary>
    public static PsSnapshot Of(IReadOnlyList<Family> families) => Of(families, all: true, CancellationToken.None);

    private static PsSnapshot Of(IReadOnlyList<Family> families, bool all, CancellationToken cancellation)
    {
        var at = TimeProvider.System.GetUtcNow();
        var captures = TakeAll(families, new CaptureOptions(Census: false, OnlyKnown: !all), cancellation);
        var shown = captures
            .OfType<CapturedFamily>()
            .Where(capture => all || ServerFamilies.Includes(capture.Snapshot))
            .ToList();
        // Also of those not shown: it may be why they are not.
        var couldNotRead = captures.OfType<CapturedFamily>().SelectMany(capture => capture.CouldNotRead).Distinct().ToList();
        return new PsSnapshot(at, shown.ConvertAll(capture => capture.Snapshot), families.Count - shown.Count, couldNotRead);
    }

    /// <summary>On threads of its own: of Parallel.For the first use alone takes 5 ms.</summary>
    private static CapturedFamily?[] TakeAll(
        IReadOnlyList<Family> families, CaptureOptions options, CancellationToken cancellation)
    {
        var captures = new CapturedFamily?[families.Count];
        var next = -1;
        Exception? bug = null;
        var others = new Thread[Math.Min(MostThreads, Environment.ProcessorCount) - 1];
        for (var index = 0; index < others.Length; index++)
        {
            others[index] = new Thread(Take) { IsBackground = true };
            others[index].Start();
        }
        Take();
        foreach (var other in others)
            other.Join();
        cancellation.ThrowIfCancellationRequested();
        return bug is null ? captures : throw new InvalidOperationException(bug.Message, bug);

        void Take()
        {
            try
            {
                for (int index; !cancellation.IsCancellationRequested && (index = Interlocked.Increment(ref next)) < captures.Length;)
                    captures[index] = FamilyCapture.Take(families[index], options, TimeProvider.System, cancellation);
            }
            catch (Exception thrown)
            {
                bug ??= thrown;
            }
        }
    }
}
