using Lowtide.Capture.Watching;

namespace Lowtide.Tests.Pure.Watching;

public sealed class CountedUpTests
{
    [Fact]
    public void It_counts_from_the_first_reading_on()
    {
        var counted = new CountedUp();
        Assert.Empty(counted.Sum);
        counted.Take([100, 10, 1]);
        Assert.Equal([0, 0, 0], counted.Sum);
        counted.Take([130, 12, 1]);
        Assert.Equal([30, 2, 0], counted.Sum);
    }

    /// <summary>A reading that failed, an interpreter that ends, one of another kind: Prometheus takes a fall for a restart.</summary>
    [Fact]
    public void It_never_falls()
    {
        var counted = new CountedUp();
        foreach (var latest in new long[]?[] { [100, 10], [130, 12], null, [0, 0], [131, 12] })
        {
            var before = counted.Sum.ToList();
            counted.Take(latest);
            Assert.All(before.Zip(counted.Sum), one => Assert.True(one.Second >= one.First, $"{one}"));
        }
        Assert.Equal([31, 2], counted.Sum);
    }

    [Fact]
    public void Sums_are_of_each_kind() => Assert.Equal([5, 7, 9], CountedUp.Add([1, 2], [4, 5, 9]));
}
