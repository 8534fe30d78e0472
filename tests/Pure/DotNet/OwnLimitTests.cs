using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>A limit that a program watches by itself.</summary>
public sealed class OwnLimitTests
{
    [Fact]
    public void A_limit_of_ones_own_lies_between_what_made_it_collect_and_what_did_not()
    {
        // It looks each 10 s, and memory is 100 MiB for a minute and 200 MiB for the next.
        var recording = Watching(time => time < 60 ? 100 : 200, collectsAbove: 150, period: 10, seconds: 120);
        Assert.Equal(new OwnLimit(100 * MiB, 200 * MiB), Of(recording));
        var finding = Assert.Single(new InducedCollections().Examine(recording with { Host = recording.Host with { MemoryBytes = 250 * MiB } }).Findings);
        Assert.Equal(
            "it collected when the process held 200 MiB or more of its own (private bytes), and not when it held 100 MiB or less: a limit of its own "
                + "in between, 40% to 80% of the machine's 250 MiB; 60% is what ASP.NET's RecycleLimitMonitor takes where nobody sets one",
            finding.Evidence.Single(row => row.Name == "own_limit_bytes").Text);
    }

    [Fact]
    public void Where_it_collects_each_time_the_limit_is_somewhere_below() =>
        Assert.Equal(new OwnLimit(null, 200 * MiB), Of(Watching(_ => 200, collectsAbove: 150, period: 10, seconds: 120)));

    [Fact]
    public void What_does_not_hang_on_memory_has_no_limit()
    {
        // It held more when it did not collect.
        Assert.Null(Of(Watching(time => time < 60 ? 300 : 200, collectsAbove: 0, period: 10, seconds: 120, from: 60)));
        // It comes at no regular times.
        var irregular = Recording(Trace([.. new double[] { 1, 2, 50, 60, 300 }.Select((at, number) => Induced(number, at))]));
        Assert.Null(Of(irregular));
    }

    /// <summary>What it held is the last sample's before it collected, or at that moment; none before the first sample, and not two seconds later.</summary>
    [Theory]
    [InlineData(-0.5, false)]
    [InlineData(0, true)]
    [InlineData(1.9, true)]
    [InlineData(2, false)]
    public void A_sample_tells_of_the_moments_after_it(double later, bool told)
    {
        var recording = Recording(Trace([.. Enumerable.Range(2, 4).Select(number => Induced(number, (10 * number) + later))]) with { Seconds = 60 }) with
        {
            Samples = [.. Enumerable.Range(2, 4).Select(number => Sampled(10 * number, 10 * number))],
        };
        Assert.Equal(told ? new OwnLimit(null, 20 * MiB) : null, Of(recording));
    }

    /// <summary>It held the same when it did not collect.</summary>
    [Fact]
    public void What_holds_as_much_at_other_times_has_no_limit() =>
        Assert.Null(Of(Watching(_ => 200, collectsAbove: 0, period: 10, seconds: 120, from: 60)));

    /// <summary>Ten looks a second, and one sample: most looks would be told what was held at another's time.</summary>
    [Theory]
    [InlineData(1, true)]
    [InlineData(0.1, false)]
    public void Looks_closer_than_samples_tell_nothing(double period, bool told) =>
        Assert.Equal(
            told ? new OwnLimit(100 * MiB, 200 * MiB) : null, Of(Watching(time => time < 60 ? 100 : 200, collectsAbove: 150, period, seconds: 120)));

    /// <summary>Looks and samples are as many as seconds: were each look to go through the samples, this would take minutes.</summary>
    [Fact]
    public void Days_of_looks_are_told_at_once() =>
        Assert.Equal(new OwnLimit(100 * MiB, 200 * MiB), Of(Watching(time => time < 10 ? 200 : 100, collectsAbove: 150, period: 1, seconds: 300_000)));

    private static OwnLimit? Of(Recording recording) =>
        OwnLimit.Of(recording, recording.DotNet!, [.. recording.DotNet!.Collections.Where(collection => collection.IsInduced)]);

    private static DotNetCollection Induced(int number, double at) => Collection(number, 2, at, reason: CollectionReason.Induced, stack: 0);

    private static Recording Watching(Func<double, long> mebibytes, long collectsAbove, double period, double seconds, double from = 0)
    {
        var looks = Enumerable.Range(0, (int)(seconds / period)).Select(number => (period / 2) + (number * period));
        return Recording(Trace([.. looks.Where(at => at >= from && mebibytes(at) > collectsAbove).Select((at, number) => Induced(number, at))]) with
        {
            Seconds = seconds,
        }) with
        {
            Samples = [.. Enumerable.Range(0, (int)seconds).Select(second => Sampled(second, mebibytes(second)))],
        };
    }

    private static Sample Sampled(double seconds, long mebibytes) =>
        new(seconds, 7, 7, Role.Master, MemoryUse.Unknown with { PrivateBytes = mebibytes * MiB }, null);
}
