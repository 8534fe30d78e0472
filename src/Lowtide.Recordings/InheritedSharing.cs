namespace Lowtide.Recordings;

/// <summary>How much of what its workers inherited a family still shares.</summary>
/// <param name="Workers">Whose pages are known.</param>
/// <param name="Bytes">Surely inherited, of all of them: pages of which that is undecided are not in it, merged ones neither.</param>
/// <param name="KeptBytes">Those of them that nobody has copied.</param>
public sealed record InheritedSharing(int Workers, long Bytes, long KeptBytes, long UndecidedBytes)
{
    public double KeptShare => KeptBytes / (double)Bytes;

    /// <summary>Null where no worker's pages are known, or none was inherited.</summary>
    public static InheritedSharing? Of(FamilySnapshot family)
    {
        var tallies = family.Workers.Select(worker => worker.Census?.Tally).OfType<PageTally>().ToList();
        var inherited = tallies.Sum(tally => tally.InheritedBytes);
        return inherited == 0
            ? null
            : new InheritedSharing(
                tallies.Count, inherited, tallies.Sum(tally => tally.InheritedSharedBytes), tallies.Sum(tally => tally.UndecidedBytes));
    }
}
