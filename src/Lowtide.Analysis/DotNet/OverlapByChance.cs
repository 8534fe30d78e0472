namespace Lowtide.Analysis.DotNet;

/// <summary>How likely a request that begins at any moment of the time overlaps a pause or its queue.</summary>
internal sealed class OverlapByChance
{
    private readonly double _seconds, _reached;
    private readonly double[] _gaps, _sums;

    /// <param name="reaches">In order of time; not empty.</param>
    public OverlapByChance(IReadOnlyList<PauseReach> reaches, double seconds)
    {
        _seconds = seconds;
        _reached = reaches.Sum(reach => reach.Until - reach.Pause.At);
        // The time goes round, so that it has no edges.
        var ends = reaches.Select(reach => reach.Until).Prepend(reaches[^1].Until - seconds);
        _gaps = [.. reaches.Zip(ends, (reach, before) => Math.Max(0, reach.Pause.At - before)).Order()];
        _sums = [0, .. _gaps.Select(new RunningSum().Add)];
    }

    /// <summary>That a moment lies in a pause or its queue.</summary>
    public double OfMoment => Of(0);

    /// <summary>The starts that would overlap reach back from each pause by the request's length, at most to the one before.</summary>
    public double Of(double requestSeconds)
    {
        var length = Math.Max(0, requestSeconds);
        var shorter = Array.BinarySearch(_gaps, length);
        shorter = shorter < 0 ? ~shorter : shorter;
        return Math.Min(1, (_reached + _sums[shorter] + ((_gaps.Length - shorter) * length)) / _seconds);
    }
}
