using Lowtide.Recordings;
using Microsoft.Diagnostics.Tracing;

namespace Lowtide.Capture.DotNet;

/// <summary>When the runtime told an event.</summary>
internal static class EventTime
{
    /// <summary>Two of these apart are within <see cref="Recording.LongestSeconds"/>.</summary>
    private const double Most = Recording.LongestSeconds / 4;

    /// <summary>
    /// Seconds from the trace's beginning. Damaged or made-up events may tell any time, and a frequency of 0: a recording holds none beyond this.
    /// </summary>
    public static double Of(TraceEvent data) => Bounded(data.TimeStampRelativeMSec / 1000);

    internal static double Bounded(double seconds) => double.IsNaN(seconds) ? 0 : Math.Clamp(seconds, -Most, Most);
}
