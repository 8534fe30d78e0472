using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Malloc;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Breakdown;

/// <summary>The memory of any family in a few parts that sum to its PSS. <see cref="MemoryBreakdown"/> tells by what it is for, of a known runtime.</summary>
public static class MemoryPlaces
{
    /// <summary>What is less sure than that is not called the collector's alone.</summary>
    private const double MostlySure = 0.8;

    /// <returns>Most bytes first, <see cref="MemoryPlaceKind.Other"/> last; null where PSS was not read.</returns>
    public static IReadOnlyList<MemoryPlace>? Of(Recording recording)
    {
        var family = recording.Latest;
        if (family.PssBytes is not { } all)
            return null;
        var files = family.Members.Sum(member => (member.Memory.PssFileBytes ?? 0) + (member.Memory.PssSharedMemoryBytes ?? 0));
        var told = (family.Workers.Count > 0 ? OfWorkers(family) : OfOne(family))
            .Append(new MemoryPlace(MemoryPlaceKind.Files, files))
            .Where(place => place.Bytes > 0).ToList();
        var rest = all - told.Sum(place => place.Bytes);
        // What was read one after the other need not add up: a sum that is more than the whole is cut in proportion.
        if (rest < 0)
            told = told.ConvertAll(place => place with { Bytes = (long)(place.Bytes * (all / (double)(all - rest))) });
        rest = all - told.Sum(place => place.Bytes);
        var remainder = family.Workers.Count > 0 && family.Workers.All(worker => worker.Census is not null)
            ? MemoryPlaceKind.SharedWithMaster : MemoryPlaceKind.Other;
        return [.. told.Append(new MemoryPlace(remainder, rest)).OrderBy(place => place.Kind == MemoryPlaceKind.Other).ThenByDescending(place => place.Bytes)];
    }

    /// <summary>A page that a worker copied or made is mapped by nobody else: all of it is in its PSS.</summary>
    private static IEnumerable<MemoryPlace> OfWorkers(FamilySnapshot family)
    {
        var tallies = family.Workers.Select(worker => worker.Census?.Tally).OfType<PageTally>().ToList();
        var copied = tallies.Sum(tally => tally.CopiedBytes);
        CollectorShare[] shares = [CollectorShare.OfWorkers(family), CollectorShare.OfMaster(family)];
        var collectors = Math.Min(copied, shares.Sum(share => share.CopiedBytes));
        var isSurely = shares.Sum(share => share.LowBytes) >= MostlySure * collectors;
        return
        [
            new MemoryPlace(isSurely ? MemoryPlaceKind.UnsharedByCollector : MemoryPlaceKind.UnsharedByCollectorOrReads, collectors),
            new MemoryPlace(MemoryPlaceKind.UnsharedOtherwise, copied - collectors),
            new MemoryPlace(MemoryPlaceKind.NewSinceFork, tallies.Sum(tally => tally.NewBytes + tally.UndecidedBytes)),
        ];
    }

    private static IEnumerable<MemoryPlace> OfOne(FamilySnapshot family)
    {
        if (KeptByMalloc.Of(family.Members, _ => true) is { } kept)
            yield return new MemoryPlace(MemoryPlaceKind.MallocFreed, kept.Bytes);
    }
}
