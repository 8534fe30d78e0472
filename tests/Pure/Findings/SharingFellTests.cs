using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class SharingFellTests
{
    private const long MiB = MadeFamilies.MiB;

    [Fact]
    public void One_look_has_no_direction()
    {
        var examination = Examine([]);
        Assert.Empty(examination.Findings);
        Assert.Contains("lowtide record", Assert.Single(examination.CouldNotTell).Mend);
    }

    [Fact]
    public void A_steady_fall_still_falls() => Assert.StartsWith("Sharing still falls", Statement(second => 100 - second));

    [Fact]
    public void A_fall_at_the_start_has_settled() => Assert.EndsWith("has settled.", Statement(second => second < 5 ? 100 - (4 * second) : 80));

    [Fact]
    public void A_rise_or_nothing_is_no_finding()
    {
        Assert.Empty(Examine(Samples(2, 0, 30, second => 100 + second)).Findings);
        Assert.Empty(Examine(Samples(2, 0, 30, _ => 100)).Findings);
    }

    [Fact]
    public void Ten_seconds_are_the_least()
    {
        Assert.NotEmpty(Examine(Samples(2, 0, 10, second => 100 - (5 * second))).Findings);
        Assert.Contains("less than 10", Assert.Single(Examine(Samples(2, 0, 9, second => 100 - (5 * second))).CouldNotTell).Why);
    }

    /// <summary>A worker forked anew shares everything again: neither its start nor its predecessor's end is a trend.</summary>
    [Fact]
    public void Workers_that_came_or_went_do_not_count()
    {
        var went = Samples(2, 0, 15, _ => 100);
        var came = Samples(3, 15, 30, _ => 10);
        Assert.Contains("no worker lived", Assert.Single(Examine([.. went, .. came]).CouldNotTell).Why);
        Assert.Empty(Examine([.. went, .. came, .. Samples(4, 0, 30, _ => 50)]).Findings);
    }

    private static string Statement(Func<int, long> shared) => Assert.Single(Examine(Samples(2, 0, 30, shared)).Findings).Statement;

    private static Examination Examine(IReadOnlyList<Sample> samples) => new SharingFell().Examine(
        MadeFamilies.Recording(MadeFamilies.Master(), MadeFamilies.Worker(2, [])) with { Samples = [.. samples.OrderBy(sample => sample.Seconds)] });

    private static List<Sample> Samples(int pid, int from, int to, Func<int, long> shared) =>
        [.. Enumerable.Range(from, to - from + 1).Select(second => new Sample(
            second, pid, pid, Role.Worker, new MemoryUse(null, null, shared(second) * MiB, null, null), null))];
}
