using System.Collections.Immutable;
using System.Runtime.InteropServices;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Analysis.Statistics.Planning;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Tests.Pure.Statistics.Simulation;

/// <summary>A trial without servers, whose truth is known: how it is set up, and how one comes out.</summary>
/// <param name="Name">For the table.</param>
internal sealed record SimulatedTrial(string Name)
{
    public const double Alpha = 0.05;

    public int Arms { get; init; } = 1;

    /// <summary>Metrics beside the primary one, in which no arm ever differs but in the first <see cref="Moving"/>.</summary>
    public int Others { get; init; }

    /// <summary>Of <see cref="Others"/>: half as much again in every arm, so that the sequence comes to those behind.</summary>
    public int Moving { get; init; }

    /// <summary>"normal", "skewed" or "heavy" log ratios, or "whole seconds", which are compared by differences, or memory as runs read it: a heap that
    /// "breathes", or memory that "drifts" upwards.</summary>
    public string Shape { get; init; } = "normal";

    /// <summary>Standard deviation of a pair's difference, where the shape has one.</summary>
    public double Sd { get; init; } = 0.1;

    /// <summary>What the first arm's primary metric changes by: arm/baseline - 1, or seconds.</summary>
    public double Change { get; init; }

    public double Margin { get; init; } = 0.001;

    /// <summary>Null: a pilot says, for a change of <see cref="Effect"/>.</summary>
    public int? Pairs { get; init; }

    public double Effect { get; init; } = 0.02;

    public int MostPairs { get; init; } = 40;

    /// <summary>Looks wanted, the last included.</summary>
    public int Looks { get; init; } = 1;

    /// <summary>Whether it may stop as futile after any pair.</summary>
    public bool Futility { get; init; }

    /// <summary>Whether the values come from made curves of memory, so that how a run is read is judged as well.</summary>
    public bool ReadsMemory => Shape is "breathes" or "drifts";

    /// <summary>As a trial of real servers goes: pair by pair, until its design says that they are enough.</summary>
    public Outcome Run(Draws draws)
    {
        var metrics = Enumerable.Range(0, 1 + Others).Select(_ => Measured(draws, Pairs ?? MostPairs)).ToList();
        var design = new TrialDesign(Arms, Pairs, MostPairs, Looks, Effect, Alpha, draws.Bits(), Futility);
        var pairs = 0;
        TrialCourse course;
        do course = design.After(++pairs, done => ArmsAfter(metrics.Take(1), done));
        while (course.GoesOn);
        return new Outcome(TrialDecision.Of(ArmsAfter(metrics, pairs), course.Looks.At(pairs), Alpha), pairs, Moving);
    }

    /// <summary>One metric: the baseline's values, then each arm's, which are set against the same baseline.</summary>
    private Measure[][] Measured(Draws draws, int pairs)
    {
        var places = Shape == "drifts" ? Enumerable.Range(0, pairs).Select(_ => Order(draws)).ToList() : null;
        return [.. Enumerable.Range(0, 1 + Arms).Select(arm => Enumerable.Range(0, pairs).Select(block =>
            ReadsMemory ? Memory(draws, places is null ? 0 : (block * (1 + Arms)) + places[block][arm]) : Measure.Of(Value(draws))).ToArray())];
    }

    /// <summary>Of the starts of one block, whose is the first, the second and so on: each order is equally likely.</summary>
    private int[] Order(Draws one) => [.. Enumerable.Range(0, 1 + Arms).OrderBy(_ => one.Bits())];

    private Measure Memory(Draws one, int start)
    {
        var memory = Shape == "drifts" ? RisingMemory.Measured(one, start) : BreathingHeap.Measured(one);
        return new(memory.PssBytes, memory.PssBytes + memory.DriftBytes);
    }

    private double Value(Draws one) => Shape switch
    {
        "normal" => Math.Exp(Sd / Math.Sqrt(2) * one.Normal()),
        "skewed" => Math.Exp(Sd / Math.Sqrt(2) * one.Exponential()),
        "heavy" => Math.Exp(Sd / Math.Sqrt(2) * one.HeavyTailed()),
        "whole seconds" => 20 + Math.Round(Sd / Math.Sqrt(2) * one.Normal()),
        _ => throw new InvalidOperationException(Shape),
    };

    private ImmutableArray<ArmMetrics> ArmsAfter(IEnumerable<Measure[][]> metrics, int pairs)
    {
        var measured = metrics.ToList();
        return [.. Enumerable.Range(1, Arms).Select(arm => new ArmMetrics(
            $"arm {arm}",
            Paired(measured[0], arm, pairs, arm == 1 ? Change : 0),
            [.. measured.Skip(1).Select((other, at) => Paired(other, arm, pairs, at < Moving ? 0.5 : 0))]))];
    }

    private PairedMetric Paired(Measure[][] values, int arm, int pairs, double change)
    {
        var scale = Shape == "whole seconds" ? EffectScale.Difference : EffectScale.Ratio;
        return new PairedMetric("", scale, Margin, BetterWhen.Lower, Baseline(value => value.Now), Changed(value => value.Now))
        {
            Later = ReadsMemory ? (Baseline(value => value.Later), Changed(value => value.Later)) : null,
        };

        ImmutableArray<double> Baseline(Func<Measure, double> of) => [.. values[0][..pairs].Select(of)];

        ImmutableArray<double> Changed(Func<Measure, double> of) =>
            [.. values[arm][..pairs].Select(value => scale == EffectScale.Ratio ? of(value) * (1 + change) : of(value) + change)];
    }

    /// <summary>What one start showed of a metric.</summary>
    /// <param name="Later">With so much again as it moved: the same where it does not move.</param>
    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Measure(double Now, double Later)
    {
        public static Measure Of(double value) => new(value, value);
    }
}

/// <summary>How a simulated trial came out.</summary>
/// <param name="Moving">Of the other metrics, so many of the first are truly changed.</param>
internal sealed record Outcome(TrialDecision Decision, int Pairs, int Moving)
{
    public Verdict First => Decision.Arms[0].Primary.Verdict;

    /// <summary>Better or worse of any arm's primary metric.</summary>
    public bool ClaimsPrimary => Decision.Arms.Any(arm => IsClaim(arm.Primary));

    /// <summary>Of one in which no arm differs.</summary>
    public bool ClaimsOther => Decision.Arms.Any(arm => arm.Others.Skip(Moving).Any(IsClaim));

    private static bool IsClaim(MetricVerdict metric) => metric.Verdict is Verdict.Better or Verdict.Worse;
}
