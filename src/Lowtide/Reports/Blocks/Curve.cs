namespace Lowtide.Reports.Blocks;

/// <summary>Values over seconds.</summary>
/// <param name="Low">With High the spread about each value, where that is a middle; null otherwise.</param>
internal sealed record Curve(
    IReadOnlyList<double> Seconds, IReadOnlyList<double> Values, IReadOnlyList<double>? Low = null, IReadOnlyList<double>? High = null)
{
    private const int MostPoints = 400;

    /// <summary>
    /// The same curve with no more points than a chart can show: its ends, and of each stretch in between the moments of the least and of the
    /// largest value.
    /// </summary>
    public Curve Thinned()
    {
        if (Seconds.Count <= MostPoints)
            return this;
        var (low, high) = (Low ?? Values, High ?? Values);
        var stretch = (int)Math.Ceiling((Seconds.Count - 2) / ((MostPoints - 2) / 2.0));
        int[] kept =
        [
            0,
            .. Enumerable.Range(1, Seconds.Count - 2)
                .Chunk(stretch)
                .SelectMany(chunk => new[] { chunk.MinBy(index => low[index]), chunk.MaxBy(index => high[index]) }.Distinct().Order()),
            Seconds.Count - 1,
        ];
        return new Curve(Of(Seconds), Of(Values), Low is null ? null : Of(Low), High is null ? null : Of(High));

        IReadOnlyList<double> Of(IReadOnlyList<double> all) => [.. kept.Select(index => all[index])];
    }

    public Series As(string name, string tone) => new(name, tone, "line", Seconds, Values, Low, High);
}
