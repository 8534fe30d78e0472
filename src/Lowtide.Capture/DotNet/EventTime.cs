using Microsoft.Diagnostics.Tracing;

namespace Lowtide.Capture.DotNet;

/// <summary>When the runtime told an event.</summary>
internal static class EventTime
{
    /// <summary>Seconds from the trace's beginning.</summary>
    public static double Of(TraceEvent data) => data.TimeStampRelativeMSec / 1000;
}
