using Lowtide.Analysis.Alerts;

namespace Lowtide.Tests.Pure.Alerts;

/// <summary>What a simulated .NET server does beside serving.</summary>
public enum DotNetFault
{
    None = 0,

    /// <summary>A timer calls GC.Collect; its pauses are short or long.</summary>
    Induced,

    /// <summary>Something stops all threads for long at even distances, without a call of GC.Collect.</summary>
    RegularPauses,

    /// <summary>Collections take far more of the time.</summary>
    Pauses,

    /// <summary>A deploy after which there are far more large objects.</summary>
    LargeObjects,

    /// <summary>A deploy after which far more is kept.</summary>
    Gen2,

    /// <summary>A deploy after which it collects generation 2 far more often.</summary>
    Gen2Collections,
}

/// <summary>
/// A made-up .NET server, every five minutes: a day's course, sizes that differ from collection to collection, deploys, long pauses now and then. A seed makes
/// the same at any time. None of the alerts' thresholds was chosen by these.
/// </summary>
public sealed class SimulatedDotNet
{
    public const double StepSeconds = 300;

    private const double Day = 86_400, MiB = 1 << 20;

    private readonly SimulatedNumbers _random;
    private readonly DotNetFault _fault;
    private readonly double _gen2, _large, _cycle, _phase, _noise, _gen2Rate, _pause, _longRate, _deployEvery, _strength, _period;

    public SimulatedDotNet(DotNetFault fault, ulong seed, double days)
    {
        (_random, _fault, Days) = (new SimulatedNumbers(seed), fault, days);
        _gen2 = _random.LogBetween(20, 4000) * MiB;
        // Twice as much of a few MiB is no fault.
        _large = _random.LogBetween(fault == DotNetFault.LargeObjects ? 20 : 1, 1000) * MiB;
        _cycle = _random.Next() < 0.7 ? _random.Between(0.02, 0.3) : 0;
        _phase = _random.Between(0, Day);
        _noise = _random.LogBetween(0.01, 0.15);
        _gen2Rate = _random.LogBetween(0.5, 200);
        _pause = _random.LogBetween(0.0005, 0.02);
        _longRate = _random.Next() < 0.5 ? _random.LogBetween(0.05, 20) : 0;
        _deployEvery = _random.Next() < 0.6 ? _random.Between(0.5, 7) * Day : double.MaxValue;
        _strength = _random.Next();
        _period = _random.LogBetween(5, 600);
        FaultAt = fault switch
        {
            DotNetFault.None => double.MaxValue,
            DotNetFault.LargeObjects or DotNetFault.Gen2 or DotNetFault.Gen2Collections => _random.Between(15.5, days - 2) * Day,
            _ => _random.Between(1.2, days - 1.2) * Day,
        };
    }

    public double Days { get; }

    /// <summary>In seconds; beyond the end where nothing goes wrong.</summary>
    public double FaultAt { get; }

    public IEnumerable<(TimeSpan At, DotNetPoint Point)> Steps()
    {
        var born = 0.0;
        for (var at = StepSeconds; at < Days * Day; at += StepSeconds)
        {
            var isFaulty = at >= FaultAt;
            if (at - born >= _deployEvery || (isFaulty && at - StepSeconds < FaultAt && _fault >= DotNetFault.LargeObjects))
                born = at;
            var load = 1 + (_cycle * Math.Sin(2 * Math.PI * (at + _phase) / Day));
            var warm = 1 - Math.Exp(-(at - born + 600) / 3600);
            double Worse(DotNetFault fault, double least, double more) => isFaulty && _fault == fault ? least + (more * _strength) : 1;
            var gen2 = _gen2 * load * warm * Math.Exp(_noise * _random.Normal()) * Worse(DotNetFault.Gen2, 1.9, 2);
            var large = _large * load * Math.Exp(_noise * _random.Normal()) * Worse(DotNetFault.LargeObjects, 1.9, 4);
            var collections = _random.Poisson(_gen2Rate * load * StepSeconds / 3600 * Worse(DotNetFault.Gen2Collections, 2, 5));
            var regular = isFaulty && (_fault == DotNetFault.RegularPauses || (_fault == DotNetFault.Induced && _strength > 0.5));
            var times = Enumerable.Range(0, _random.Poisson(_longRate * StepSeconds / 3600)).Select(_ => at - (StepSeconds * _random.Next())).ToList();
            var timer = isFaulty ? Timer(at).ToList() : [];
            if (regular)
                times.AddRange(timer.Select(time => time + (0.03 * _period * _random.Normal())));
            var paused = (StepSeconds * (isFaulty && _fault == DotNetFault.Pauses ? 0.07 + (0.3 * _strength) : _pause) * load) + (0.15 * times.Count);
            yield return (TimeSpan.FromSeconds(at), new DotNetPoint(
                StepSeconds, paused, [.. times.Order().Select(TimeSpan.FromSeconds)], _fault == DotNetFault.Induced ? timer.Count : 0, collections)
            {
                Gen2Bytes = (long)gen2,
                LargeBytes = (long)large,
            });
        }
    }

    /// <summary>When it went off within the step that ends then.</summary>
    private IEnumerable<double> Timer(double at)
    {
        for (var time = Math.Ceiling((at - StepSeconds) / _period) * _period; time < at; time += _period)
            yield return time;
    }
}
