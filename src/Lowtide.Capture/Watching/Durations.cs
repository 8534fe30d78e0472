namespace Lowtide.Capture.Watching;

/// <summary>How long things took: how many up to each bound, and all of them together.</summary>
/// <param name="bounds">Seconds, in order.</param>
internal sealed class Durations(IReadOnlyList<double> bounds)
{
    private readonly long[] _counts = new long[bounds.Count + 1];

    /// <summary>One for each bound, and one for longer ones; of now.</summary>
    public IReadOnlyList<long> Counts => [.. _counts];

    public double Seconds { get; private set; }

    public void Add(double seconds)
    {
        var at = 0;
        while (at < bounds.Count && seconds > bounds[at])
            at++;
        _counts[at]++;
        Seconds += seconds;
    }
}
