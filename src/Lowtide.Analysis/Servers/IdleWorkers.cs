using Lowtide.Recordings;

namespace Lowtide.Analysis.Servers;

/// <summary>Workers that have hardly served anything: what was found of them is their start's, and load may show something else.</summary>
/// <param name="MostSeconds">Of a processor, that any of them has used since it started.</param>
/// <param name="AgeSeconds">Of the oldest.</param>
public sealed record IdleWorkers(double MostSeconds, double AgeSeconds)
{
    /// <summary>Less than this is a few hundred small requests at most. Whoever imports its program after the fork uses more before the first.</summary>
    private const double Hardly = 1;

    /// <returns>Null of workers that have worked, of a process without workers, and where that was not read.</returns>
    public static IdleWorkers? Of(FamilySnapshot family) =>
        family.Workers.Count > 0 && family.UptimeTicks is { } now
        && family.Workers.Max(worker => worker.ProcessorSeconds ?? double.PositiveInfinity) is < Hardly and var most
            ? new IdleWorkers(most, (now - family.Workers.Min(worker => worker.Process.StartTicks)) / ClockTicks.PerSecond)
            : null;
}
