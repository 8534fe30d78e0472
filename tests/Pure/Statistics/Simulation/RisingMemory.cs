using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Statistics.Simulation;

/// <summary>
/// A start of a server whose memory rises as long as it is loaded, in every arm alike, so that some runs count as settled and some as moving; and each start
/// has more than the one before it, as where something else on the machine, or the database, grows from hour to hour.
/// </summary>
internal static class RisingMemory
{
    private const double LoadSeconds = 30, SettledSeconds = 3, Level = 1 << 30;

    /// <summary>In a run's load, of what it began with: a third of it moves by more than 1% from 6% on.</summary>
    private const double LeastRise = 0.02, MostRise = 0.12;

    private const double FromStartToStart = 0.003, Noise = 0.001;

    /// <param name="start">From 0, in the order in which the trial starts its servers.</param>
    public static SteadyMemory Measured(Draws one, int start)
    {
        var (level, rise) = (Level * (1 + (FromStartToStart * start)), LeastRise + ((MostRise - LeastRise) * one.Unit()));
        var points = new List<MemoryPoint>();
        for (var seconds = 0.0; seconds <= LoadSeconds + SettledSeconds; seconds++)
            points.Add(new MemoryPoint(seconds, (long)(level * (1 + (rise * Math.Min(seconds / LoadSeconds, 1)) + (Noise * one.Normal()))), 1));
        return SteadyMemory.Of(points, 0, LoadSeconds)!;
    }
}
