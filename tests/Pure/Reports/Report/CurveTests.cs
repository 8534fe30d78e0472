using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>Curves of long recordings and trials keep what matters in few points.</summary>
public sealed class CurveTests
{
    private const int Moments = 10_000, MostPoints = 400, Peak = 7_003, Dip = 2_501;

    [Fact]
    public void Of_a_long_curve_the_ends_the_least_and_the_most_stay()
    {
        var values = Enumerable.Range(0, Moments).Select(moment => moment == Peak ? 900.0 : moment == Dip ? 1.0 : 100 + (moment % 7)).ToArray();
        var thinned = new Curve([.. Enumerable.Range(0, Moments).Select(moment => (double)moment)], values).Thinned();
        Assert.InRange(thinned.Values.Count, 100, MostPoints);
        Assert.Equal([0, Moments - 1], [thinned.Seconds[0], thinned.Seconds[^1]]);
        Assert.Contains((Peak, 900.0), thinned.Seconds.Zip(thinned.Values));
        Assert.Contains((Dip, 1.0), thinned.Seconds.Zip(thinned.Values));
        Assert.Equal(thinned.Seconds.Order(), thinned.Seconds);
    }

    [Fact]
    public void Of_a_spread_the_least_low_and_the_most_high_stay()
    {
        var moments = Enumerable.Range(0, Moments).ToList();
        var thinned = new Curve(
            [.. moments.Select(moment => (double)moment)], [.. moments.Select(_ => 100.0)],
            [.. moments.Select(moment => moment == Dip ? 1.0 : 90)], [.. moments.Select(moment => moment == Peak ? 900.0 : 110)]).Thinned();
        Assert.InRange(thinned.Values.Count, 100, MostPoints);
        Assert.Equal(1, thinned.Low!.Min());
        Assert.Equal(900, thinned.High!.Max());
        Assert.All([thinned.Values.Count, thinned.Low!.Count, thinned.High!.Count], count => Assert.Equal(thinned.Seconds.Count, count));
    }

    [Fact]
    public void A_worker_that_stops_sharing_for_a_second_is_seen_among_many()
    {
        var workers = Enumerable.Range(11, 8).ToList();
        var samples = from second in Enumerable.Range(0, Moments)
                      from pid in workers
                      select new Sample(
                          second, pid, 1, Role.Worker, new MemoryUse(0, 0, second == Dip && pid == 12 ? 5 : 1000, 0, 0), null);
        var recording = MadeReports.Recording(copies: true, workers: 8) with { Samples = [.. samples] };
        var report = WholeReport.Of(MadeReports.Of(new RecordedFamily("x.lowtide", null, recording)));
        var middle = report.Sections.Single(section => section.Id == "sharing").Blocks.OfType<LinesBlock>().First().Series[0];
        Assert.InRange(middle.X.Count, 3, MostPoints);
        Assert.Equal(5, middle.Low!.Min());
    }
}
