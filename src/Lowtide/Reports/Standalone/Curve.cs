namespace Lowtide.Reports.Standalone;

/// <summary>Values over the seconds of a recording.</summary>
internal sealed record Curve(IReadOnlyList<double> Seconds, IReadOnlyList<double> Values)
{
    private const int MostPoints = 400;

    /// <summary>The same curve with no more points than a chart can show: of each stretch the least and the largest value stay.</summary>
    public Curve Thinned()
    {
        if (Seconds.Count <= MostPoints)
            return this;
        var stretch = (int)Math.Ceiling(Seconds.Count / (MostPoints / 2.0));
        var kept = Enumerable.Range(0, Seconds.Count)
            .Chunk(stretch)
            .SelectMany(chunk => new[] { chunk.MinBy(index => Values[index]), chunk.MaxBy(index => Values[index]) }.Distinct().Order())
            .ToList();
        return new Curve([.. kept.Select(index => Seconds[index])], [.. kept.Select(index => Values[index])]);
    }
}
