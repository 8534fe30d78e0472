using Lowtide.Analysis.Statistics.Planning;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Tests.Pure.Statistics.Simulation;

/// <summary>`make calibration` prints the same as a table, with more trials.</summary>
public sealed class CalibrationTableTests
{
    public static TheoryData<string> Names => [.. CalibrationTable.Trials.Select(trial => trial.Name)];

    /// <summary>Of a rate of 5%: 500 trials show one that is twice that three times in four, and 150 one that is thrice that.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void What_is_promised_holds(string name) => Holds(name, 500, 150);

    [Theory, Trait("Scope", "Full")]
    [MemberData(nameof(Names))]
    public void What_is_promised_holds_in_many_trials(string name) => Holds(name, 2000, 600);

    /// <param name="whereFutile">Asking whether it is futile draws five hundred trials in a trial.</param>
    private static void Holds(string name, int trials, int whereFutile)
    {
        var trial = CalibrationTable.Trials.Single(trial => trial.Name == name);
        trials = trial.Futility ? whereFutile : trials;
        Assert.All(CalibrationTable.Rows(trial, trials, seed: 7), row =>
            Assert.True(row.Holds, $"{row.Promise.Counts}: {row.Counted} of {trials}, bound {row.Bound}"));
    }

    /// <summary>Half a point shows only in so many.</summary>
    [Fact]
    public void Memory_as_runs_read_it_is_judged_in_10_000_trials_and_to_half_a_point()
    {
        var reading = CalibrationTable.Trials.Where(trial => trial.ReadsMemory).ToList();
        Assert.Equal(["breathes", "drifts"], reading.Select(trial => trial.Shape).Distinct());
        Assert.All(reading, trial => Assert.Equal((10_000, 550), (CalibrationTable.TrialsOf(trial), CalibrationTable.NoPrimary.Bound(trial, 10_000))));
    }

    /// <summary>Where it does not, nothing is tried: both kinds of runs must be among them, and an order that is chosen must be seen.</summary>
    [Fact]
    public void Memory_that_rises_is_settled_in_some_runs_and_moves_in_others()
    {
        var draws = new Draws(3);
        var runs = Enumerable.Range(0, 200).Select(start => RisingMemory.Measured(draws, start)).ToList();
        Assert.InRange(runs.Count(run => run.IsSettled == true), 20, 180);
        Assert.InRange(runs.Count(run => run is { IsSettled: false, DriftBytes: > 0 }), 20, 180);
        Assert.True(runs[^1].PssBytes > 1.4 * runs[0].PssBytes);
    }

    /// <summary>
    /// The same trials with and without it, of a change that 20 pairs see nine times in ten and a margin that none of
    /// them reaches, so that nothing but the change keeps a trial from being given up.
    /// </summary>
    [Fact]
    public void Futility_costs_a_point_of_power_at_most_and_saves_pairs_where_nothing_is()
    {
        const int trials = 1000;
        var change = Math.Exp(-0.1 * SignedRankPower.ShiftSeen(20, SimulatedTrial.Alpha, power: 0.9)) - 1;
        var without = new SimulatedTrial("") { Pairs = 20, Looks = 3, Sd = 0.1, Change = change };
        var with = without with { Futility = true };
        var lost = Seen(without) - Seen(with);
        Assert.InRange(lost, 0, trials / 100);
        Assert.InRange(Seen(without), (int)(0.86 * trials), (int)(0.94 * trials));

        var draws = new Draws(5);
        var pairs = Enumerable.Range(0, 200).Average(_ => (with with { Change = 0 }).Run(draws).Pairs);
        Assert.True(pairs < 17, $"{pairs} of 20 pairs where there was nothing to see");

        int Seen(SimulatedTrial trial) => Enumerable.Range(0, trials)
            .Count(number => trial.Run(new Draws((ulong)number)).First == Verdict.Better);
    }
}
