using Lowtide.Analysis.Capacity;
using Lowtide.Reports.Trials;
using Lowtide.Trials.Results;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>How long workers live under a limit, by curves whose truth is known.</summary>
public sealed class WorkerLimitTests
{
    /// <summary>1,000 answers of two workers at 100 a second, so that the load began 2 s after the first point.</summary>
    [Theory]
    [InlineData(50, 0, true)] // before the load
    [InlineData(100, 150, true)] // at 5 s, 3 s into it
    [InlineData(199, 350, true)] // at 9 s; at 7 s it was not read
    [InlineData(200, 500, false)]
    public void A_worker_lives_until_the_largest_passes_the_limit(long limit, double answers, bool passed) => Assert.Equal(
        new AnswersToLimit(answers, passed),
        AnswersToLimit.Of([(0, 10), (1, 60), (3, 90), (5, 150), (7, null), (9, 200), (12, 200)], limit, answers: 1000, perSecond: 100, workers: 2));

    [Fact]
    public void Nothing_read_tells_nothing()
    {
        Assert.Null(AnswersToLimit.Of([], 10, 1000, 100, 2));
        Assert.Null(AnswersToLimit.Of([(0, null)], 10, 1000, 100, 2));
        Assert.Null(AnswersToLimit.Of([(0, 20)], 10, 1000, 100, workers: 0));
        Assert.Null(AnswersToLimit.Of([(0, 20)], 10, 0, 0, 2));
    }

    [Fact]
    public void Respawns_are_avoided_by_as_much_as_workers_live_longer()
    {
        var limit = Limit([Passed(100), Passed(200), Passed(150)], [Passed(200), Passed(400), Passed(600)]);
        Assert.Equal((0.5, false), (limit.AvoidedShare, limit.IsAtLeast));
        Assert.Equal(
            "Workers replaced above 250 MiB of private memory: baseline after 100 to 200 answers a worker; gc after 200 to 600 answers a worker."
            + " 50% of respawns avoided.", WorkerLimitWords.Of(limit, "gc"));
    }

    [Fact]
    public void Where_the_arm_outlives_the_run_it_is_at_least_that()
    {
        var limit = Limit([Passed(250)], [new AnswersToLimit(1000, Passed: false)]);
        Assert.EndsWith("gc never, in 1,000 answers a worker. At least 75% of respawns avoided.", WorkerLimitWords.Of(limit, "gc"));
    }

    [Fact]
    public void What_the_runs_do_not_tell_is_not_guessed()
    {
        Assert.Contains("That tells nothing of respawns", WorkerLimitWords.Of(Limit([Passed(9), new(10, false)], [Passed(9), new(10, false)]), "gc"));
        Assert.Contains("below what a worker starts with", WorkerLimitWords.Of(Limit([Passed(0)], [Passed(0)]), "gc"));
        Assert.Contains("not told by these runs", WorkerLimitWords.Of(Limit([], []), "gc"));
        Assert.EndsWith("100% more respawns.", WorkerLimitWords.Of(Limit([Passed(200)], [Passed(100)]), "gc"));
    }

    private static AnswersToLimit Passed(double answers) => new(answers, Passed: true);

    private static WorkerLimit Limit(AnswersToLimit[] baseline, AnswersToLimit[] arm) => new(250 * MadeTrials.MiB, [.. baseline], [.. arm]);
}
