using Lowtide.Analysis.Alerts;

namespace Lowtide.Tests.Pure.Alerts;

/// <summary>What a simulated server does beside serving.</summary>
public enum Fault
{
    None = 0,

    /// <summary>Memory of each worker grows by a line.</summary>
    Leak,

    /// <summary>It grows so fast that the limit is reached within a day.</summary>
    FastLeak,

    /// <summary>A deploy after which workers share far less.</summary>
    SharingLost,

    /// <summary>A deploy after which it holds far more.</summary>
    Step,

    /// <summary>Workers crash far more often than they were recycled.</summary>
    Crashes,

    /// <summary>The limit was set too low for the evening.</summary>
    TightLimit,

    /// <summary>As a leak, of memory that was freed and that the heap keeps.</summary>
    Fragments,
}

/// <summary>
/// A made-up server, every five minutes: workers that warm up, a day's course, a collector's sawtooth, recycled workers, deploys, spikes, noise that goes on.
/// A seed makes the same at any time. None of the alerts' thresholds was chosen by these.
/// </summary>
public sealed class SimulatedFamily
{
    public const double StepSeconds = 300;

    private const double Day = 86_400, MiB = 1 << 20;

    private readonly SimulatedNumbers _random;
    private readonly Fault _fault;
    private readonly int _workers;
    private readonly double _level, _shared, _cycle, _phase, _saw, _sawPeriod, _noise, _goesOn, _warm, _warmTime, _loss, _lossTime, _recycled, _deployEvery,
        _limit, _leak, _strength, _spikes;

    public SimulatedFamily(Fault fault, ulong seed, double days)
    {
        (_random, _fault) = (new SimulatedNumbers(seed), fault);
        _workers = 1 + (int)_random.Between(1, 16);
        _level = _random.LogBetween(60, 2000) * MiB;
        _shared = _level * _random.Between(0.1, 0.6);
        _cycle = _random.Next() < 0.7 ? _random.Between(0.02, 0.25) : 0;
        _phase = _random.Between(0, Day);
        _saw = _random.Next() < 0.6 ? _random.Between(0.02, 0.3) : 0;
        _sawPeriod = _random.LogBetween(600, 6 * 3600);
        _noise = _random.LogBetween(0.002, 0.03);
        _goesOn = _random.Between(0, 0.95);
        _warm = _random.Between(0.05, 0.5);
        _warmTime = _random.LogBetween(600, 8 * 3600);
        _loss = _random.Between(0.02, 0.2);
        _lossTime = _random.LogBetween(60, 3600);
        _recycled = _random.Next() < 0.5 ? _random.Between(0.05, 2) : 0;
        _deployEvery = _random.Next() < 0.6 ? _random.Between(0.5, 7) * Day : double.MaxValue;
        _spikes = _random.Next() < 0.3 ? 0.002 : 0;
        _strength = _random.Next();
        FaultAt = fault switch
        {
            Fault.None => double.MaxValue,
            Fault.Step => _random.Between(15.5, days - 2) * Day,
            Fault.Leak or Fault.Fragments => 0,
            _ => _random.Between(1.2, days - 1.2) * Day,
        };
        var grows = fault is Fault.Leak or Fault.Fragments;
        if (grows)
            _deployEvery = _random.Next() < 0.5 ? double.MaxValue : _random.Between(3, 5) * Day;
        // Of a worker, in a day.
        _leak = grows ? _level * (0.04 + (0.3 * _strength)) : 0;
        Days = days;
        var most = (1 + _cycle + _saw + _warm + (4 * _noise) + (_spikes > 0 ? 0.15 : 0)) * _level;
        // Whoever leaks for days has room for it.
        _limit = _workers * (most * _random.Between(1.12, 2.5) + (_leak * days));
    }

    public double Days { get; }

    /// <summary>In seconds; beyond the end where nothing goes wrong.</summary>
    public double FaultAt { get; }

    /// <summary>Each step with what a worker holds (RSS) and which life of the family it is.</summary>
    public IEnumerable<(FamilyPoint Point, double Resident, int Life)> Steps()
    {
        var (drift, born, life, nextDeploy) = (0.0, 0.0, 0, _deployEvery);
        // The workers' mean age is that of those who are recycled, where they are.
        for (var at = 0.0; at < Days * Day; at += StepSeconds)
        {
            var isFaulty = at >= FaultAt;
            var deploys = at >= nextDeploy || (isFaulty && at - StepSeconds < FaultAt && _fault is Fault.SharingLost or Fault.Step);
            if (deploys)
                (born, life, nextDeploy) = (at, life + 1, at + _deployEvery);
            var age = at - born;
            drift = (_goesOn * drift) + (Math.Sqrt(1 - (_goesOn * _goesOn)) * _random.Normal());
            var perHour = _workers * _recycled;
            var meanAge = _recycled > 0 ? Math.Min(age, 3600 / _recycled) : age;
            var own = _level * (1 - _warm + (_warm * (1 - Math.Exp(-meanAge / _warmTime)))
                + (_cycle * Math.Sin(2 * Math.PI * (at + _phase) / Day)) + (_saw * ((at % _sawPeriod) / _sawPeriod)) + (_noise * drift)
                + (_random.Next() < _spikes ? 0.15 : 0));
            own += _leak > 0 ? _leak * age / Day
                : _fault == Fault.FastLeak && isFaulty ? (_limit / _workers * 1.05) * (at - FaultAt) / (Day * (0.4 + (0.6 * _strength)))
                : _fault == Fault.Step && isFaulty ? _level * (0.9 + _strength) : 0;
            var kept = 1 - (_loss * (1 - Math.Exp(-meanAge / _lossTime)));
            if (_fault == Fault.SharingLost && isFaulty)
                kept *= 0.1 + (0.35 * _strength);
            var shared = _shared * kept;
            var pss = (_workers * Math.Max(0.05 * own, own - shared)) + shared;
            var limit = _fault == Fault.TightLimit && isFaulty ? pss * 1.02 : _limit;
            var ends = _random.Poisson(perHour * StepSeconds / 3600) + (deploys ? _workers : 0);
            if (_fault == Fault.Crashes && isFaulty)
                ends += _random.Poisson(((2 * perHour) + (_workers * (6 + (20 * _strength)))) * 1.5 * StepSeconds / 3600);
            // A fast leak ends in a kill, and begins anew.
            var left = Math.Max(0, limit - (_workers * own));
            if (_fault == Fault.TightLimit && isFaulty)
                left = limit * 0.02;
            yield return (new FamilyPoint(TimeSpan.FromSeconds(at))
            {
                PssBytes = (long)pss,
                SharedBytes = shared,
                Workers = _workers,
                HasBegun = deploys || at == 0,
                LimitBytes = (long)limit,
                LeftBytes = (long)left,
                Ends = ends,
            }, own, life);
        }
    }
}
