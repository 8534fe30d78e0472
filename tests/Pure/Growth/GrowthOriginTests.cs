using Lowtide.Analysis.Growth;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Growth;

/// <summary>A Ruby whose live objects stay at 10 MiB, and peak for an instant, while free slots go from 5 to 25 MiB.</summary>
public sealed class GrowthOriginTests
{
    private const long MiB = Made.MiB;

    [Theory]
    [InlineData(0, 9)]
    [InlineData(2, 8)]
    [InlineData(1, null)]
    [InlineData(null, 7)]
    public void One_instant_at_a_peak_does_not_count(int? first, int? last) => Assert.Equal(GrowthPlace.RubyFree, Place(10, first, last));

    /// <summary>It lasts for three looks of sixty.</summary>
    [Fact]
    public void A_peak_that_is_looked_at_often_does_not_count() => Assert.Equal(GrowthPlace.RubyFree, Place(60, null, 56, 57, 58));

    [Fact]
    public void Few_samples_leave_the_two_snapshots()
    {
        Assert.Null(Place(5)); // in which malloc was not read
        Assert.NotNull(Place(6));
    }

    private static GrowthPlace? Place(int moments, params int?[] peaks)
    {
        var samples = Enumerable.Range(0, moments).Select(number =>
        {
            var live = (peaks.Contains(number) ? 50 : 10) * MiB;
            var free = (5 * MiB) + (20 * MiB * number / (moments - 1));
            return new Sample(number, 1, 1, Role.Master, MemoryUse.Unknown with { RssBytes = (30 * MiB) + live + free }, null)
            {
                Heap = new HeapUse(0, 0, live, free),
            };
        });
        return GrowthOrigin.Of(Made.Recording(Made.Master()) with { Samples = [.. samples] })?.Place;
    }
}
