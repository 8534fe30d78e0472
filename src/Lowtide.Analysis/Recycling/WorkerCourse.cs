using Lowtide.Recordings;
using Lowtide.Recordings.History;

namespace Lowtide.Analysis.Recycling;

/// <summary>One worker's private memory from its start on.</summary>
/// <param name="Readings">By age, in seconds.</param>
/// <param name="HasEnded">Else it may go on.</param>
public sealed record WorkerCourse(IReadOnlyList<(double Age, long PrivateBytes)> Readings, bool HasEnded)
{
    public double Seconds => Readings.Count == 0 ? 0 : Readings[^1].Age;

    /// <summary>Between two readings on the line that joins them, before the first as the first; null after the last.</summary>
    public double? At(double age)
    {
        if (Readings.Count == 0 || age > Readings[^1].Age)
            return null;
        var next = 0;
        while (Readings[next].Age < age)
            next++;
        if (next == 0)
            return Readings[0].PrivateBytes;
        var (from, to) = (Readings[next - 1], Readings[next]);
        return from.PrivateBytes + ((to.PrivateBytes - from.PrivateBytes) * (age - from.Age) / (to.Age - from.Age));
    }

    /// <summary>Seconds: one that was first read later may have been warmed up by then.</summary>
    private const double Youngest = 90;

    /// <summary>Of those that were first read when they were young.</summary>
    /// <param name="booted">When the machine was, by the clock of the readings: starts are told by that. What is of an earlier boot is left out.</param>
    /// <param name="alive">Who is there now.</param>
    public static IReadOnlyList<WorkerCourse> Of(IReadOnlyList<PastLife> lives, DateTimeOffset booted, IReadOnlySet<(int Pid, long StartTicks)> alive)
    {
        var courses = new List<WorkerCourse>();
        foreach (var life in lives)
        {
            var started = booted.AddSeconds(life.StartTicks / ClockTicks.PerSecond);
            // Readings are kept by the second, which may be that before the start.
            if ((life.Readings[0].At - started).TotalSeconds is >= -2 and <= Youngest)
                courses.Add(new WorkerCourse(
                    [.. life.Readings.Select(reading => (Math.Max(0, (reading.At - started).TotalSeconds), reading.PrivateBytes))],
                    !alive.Contains((life.Pid, life.StartTicks))));
        }
        return courses;
    }
}
