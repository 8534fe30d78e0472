using Lowtide.Recordings;

namespace Lowtide.Reports.Ps;

/// <summary>What one look of <c>lowtide ps</c> found.</summary>
/// <param name="Others">Families that are not shown.</param>
internal sealed record PsSnapshot(
    DateTimeOffset At, IReadOnlyList<FamilySnapshot> Families, int Others, IReadOnlyList<Unreadable> CouldNotRead)
{
    /// <summary>Pids of families of one that are copies of the kit's, by what their parents note.</summary>
    public IReadOnlyList<int> Copies { get; init; } = [];
}
