namespace Lowtide.Capture.Families;

/// <summary>
/// When samples are due: at whole multiples of the interval from the recording's start, so that slow ones do not push the
/// later ones back; those that were missed are left out. Pure.
/// </summary>
public sealed record SamplePace(TimeSpan Duration, TimeSpan Interval)
{
    /// <summary>Null if none is due before the end; the end has a sample of its own.</summary>
    public TimeSpan? NextAfter(TimeSpan elapsed)
    {
        var next = Interval * (Math.Floor(elapsed / Interval) + 1);
        return next < Duration ? next : null;
    }
}
