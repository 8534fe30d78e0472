using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Statistics.Simulation;

/// <summary>
/// A start of a server whose heap fills and is collected again and again, as those of .NET and Ruby do, half as large again at its height. Where in that it
/// is when the load ends is chance, and so is how long one breath takes; without load it stays there.
/// </summary>
internal static class BreathingHeap
{
    private const double Depth = 0.5, LoadSeconds = 30, SettledSeconds = 3, Level = 1 << 30;

    private const double ShortestBreath = 3, LongestBreath = 9;

    /// <summary>What such a start is measured by.</summary>
    public static SteadyMemory Measured(Draws one)
    {
        var (breath, phase) = (ShortestBreath + ((LongestBreath - ShortestBreath) * one.Unit()), one.Unit());
        var points = new List<MemoryPoint>();
        for (var seconds = 0.0; seconds <= LoadSeconds + SettledSeconds; seconds++)
        {
            var filled = (Math.Min(seconds, LoadSeconds) / breath) + phase;
            points.Add(new MemoryPoint(seconds, (long)(Level * (1 + (Depth * (filled - Math.Floor(filled))))), 1));
        }
        return SteadyMemory.Of(points, 0, LoadSeconds)!;
    }
}
