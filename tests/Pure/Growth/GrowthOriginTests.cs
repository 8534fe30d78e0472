using Lowtide.Analysis.Growth;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Growth;

/// <summary>A Ruby whose live objects stay at 10 MiB, and peak for an instant, while free slots go from 5 to 25 MiB.</summary>
public sealed class GrowthOriginTests
{
    private const long MiB = MadeFamilies.MiB;

    [Theory]
    [InlineData(0, 19)]
    [InlineData(2, 18)]
    [InlineData(1, null)]
    [InlineData(null, 17)]
    public void One_instant_at_a_peak_does_not_count(int? first, int? last) => Assert.Equal(GrowthPlace.RubyFree, Place(20, first, last));

    /// <summary>It lasts for three looks of sixty.</summary>
    [Fact]
    public void A_peak_that_is_looked_at_often_does_not_count() => Assert.Equal(GrowthPlace.RubyFree, Place(60, null, 56, 57, 58));

    /// <summary>They are of the very start and end; a quarter of few looks is of much of the time. The last snapshot has a peak here.</summary>
    [Fact]
    public void Few_looks_leave_the_two_snapshots()
    {
        Assert.Equal(GrowthPlace.InUse, Place(11));
        Assert.Equal(GrowthPlace.RubyFree, Place(12));
    }

    /// <summary>As where a deploy brings a Ruby that is not read.</summary>
    [Fact]
    public void Looks_at_part_of_the_time_leave_the_two_snapshots()
    {
        var recording = Recorded(20);
        var later = recording.Samples[^1] with { Seconds = 40, Heap = null };
        Assert.Equal(GrowthPlace.InUse, GrowthOrigin.Of(recording with { Samples = [.. recording.Samples, later] })!.Place);
    }

    private static GrowthPlace Place(int looks, params int?[] peaks) => GrowthOrigin.Of(Recorded(looks, peaks))!.Place;

    private static Recording Recorded(int looks, params int?[] peaks) => MadeFamilies.Recording(MadeFamilies.Master()) with
    {
        Snapshots = [Snapshot(10 * MiB, 5 * MiB), Snapshot(50 * MiB, 25 * MiB)],
        Samples =
        [
            .. Enumerable.Range(0, looks).Select(number =>
            {
                var (live, free) = ((peaks.Contains(number) ? 50 : 10) * MiB, (5 * MiB) + (20 * MiB * number / (looks - 1)));
                return new Sample(number, 1, 1, Role.Master, MemoryUse.Unknown with { RssBytes = (30 * MiB) + live + free }, null)
                {
                    Heap = new HeapUse(0, 0, live, free),
                };
            }),
        ],
    };

    private static FamilySnapshot Snapshot(long live, long free) => MadeFamilies.Family(MadeFamilies.Master(rss: (30 * MiB) + live + free) with
    {
        Allocator = new AllocatorFacts("glibc", "2.36", 0, 0)
        {
            Arenas = [new ArenaFacts(true, 1, 1, 0, 0) { Use = new ArenaUse(0, 0, 0, 0, 0, 0, 0, 0, 0) }],
        },
        RubyHeap = new RubyHeap(
            (int)MiB, [new RubyPool((int)MiB, (int)((live + free) / MiB), 0, (live + free) / MiB, free / MiB, 0, new int[11])], [], 0),
    });
}
