namespace Lowtide.Capture.DotNet;

/// <summary>
/// How many collections, stops and waits are kept of what a trace tells: more than any runtime has, whose fastest collect 1,000 times a second. Whoever only
/// pretends to be one could tell of millions a second.
/// </summary>
/// <param name="elapsed">Seconds since it began to tell; 0 of a file.</param>
internal sealed class Allowance(Func<double> elapsed)
{
    internal const long AtOnce = 1_000_000;

    private const long ASecond = 5_000;

    private long _kept;

    /// <summary>Told of beyond it.</summary>
    public long LeftOut { get; private set; }

    /// <summary>Whether one more may be kept.</summary>
    public bool Takes()
    {
        // The clock is asked only of one that tells much.
        if (_kept < AtOnce || _kept < AtOnce + (ASecond * elapsed()))
        {
            _kept++;
            return true;
        }
        LeftOut++;
        return false;
    }
}
