namespace Lowtide.Recordings.Storage.Tables;

/// <summary>The stretches of a member that hold one kind of memory, of one file where they are of any, one behind the other.</summary>
/// <param name="Snapshot">Its id.</param>
/// <param name="Starts">Addresses.</param>
/// <param name="Counts">Of pages, of each.</param>
/// <param name="Pages">Of all of them.</param>
/// <param name="Traces">Likewise; null where no stretch has any.</param>
internal sealed record KeptRegions(
    long Snapshot, int Pid, CensusEvidence Evidence, MemoryPurpose Purpose, string? Path, ulong[] Starts, int[] Counts, PageState[] Pages, CopyTrace[]? Traces)
{
    public static IEnumerable<KeptRegions> Of(long snapshot, int pid, PageCensus census) => census.Regions
        .GroupBy(region => (region.Region.Purpose, region.Region.Path, HasTraces: region.Traces is not null))
        .Select(kind => new KeptRegions(
            snapshot, pid, census.Evidence, kind.Key.Purpose, kind.Key.Path,
            [.. kind.Select(region => region.Region.Start)],
            [.. kind.Select(region => region.Pages.Length)],
            [.. kind.SelectMany(region => region.Pages)],
            kind.Key.HasTraces ? [.. kind.SelectMany(region => region.Traces!)] : null));

    /// <exception cref="InvalidDataException">No recorder writes that.</exception>
    public KeptRegions MustFit() =>
        Starts.Length == Counts.Length && !Counts.AsSpan().ContainsAnyExceptInRange(0, int.MaxValue) && Counts.Sum(count => (long)count) == Pages.Length
        && (Traces?.Length ?? Pages.Length) == Pages.Length && Starts.Zip(Counts).All(one => End(one.First, one.Second) >= one.First)
            ? this : throw new InvalidDataException("a region has more or fewer pages than it spans");

    /// <summary>As they were.</summary>
    public IEnumerable<RegionCensus> Regions()
    {
        var at = 0;
        foreach (var (start, count) in Starts.Zip(Counts))
        {
            yield return new RegionCensus(new Region(start, End(start, count), Purpose, Path), Pages[at..(at + count)]) { Traces = Traces?[at..(at + count)] };
            at += count;
        }
    }

    private static ulong End(ulong start, int count) => start + ((ulong)count * (ulong)Page.Size);
}
