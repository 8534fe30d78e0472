namespace Lowtide.Capture.Watching;

/// <summary>
/// Processor time for reading, as a share of the time that passes. What was not used is kept for <see cref="Kept"/> at most, and one reading may overdraw it.
/// For whoever was never read there is <see cref="First"/> beside it: who starts a watch wants to see something.
/// </summary>
/// <param name="share">Of one processor.</param>
internal sealed class ReadingBudget(double share)
{
    private static readonly TimeSpan Kept = TimeSpan.FromMinutes(1), First = TimeSpan.FromSeconds(2);

    /// <summary>It is over after so long, whatever one reading took.</summary>
    private static readonly TimeSpan LongestDebt = TimeSpan.FromMinutes(10);

    /// <summary>No figure need be younger, where it costs something to have it so.</summary>
    private static readonly TimeSpan YoungEnough = TimeSpan.FromSeconds(45);

    public double Share { get; set; } = share;

    private TimeSpan _left, _leftOfFirst = First, _last;

    /// <param name="now">On the clock of the watch.</param>
    /// <param name="isFirst">Whether it is of one that was never read.</param>
    public bool Allows(TimeSpan now, bool isFirst)
    {
        var (saved, most) = (_left + ((now - _last) * Share), Kept * Share);
        (_left, _last) = (saved < most ? saved : most, now);
        return _left > TimeSpan.Zero || (isFirst && _leftOfFirst > TimeSpan.Zero);
    }

    /// <summary>For so long whoever was read is not read again: so that half of the share is enough for all, or <see cref="YoungEnough"/>.</summary>
    /// <param name="all">That it takes to read all of them once.</param>
    public TimeSpan Rest(TimeSpan all) => all >= YoungEnough * (Share / 2) ? YoungEnough : all / (Share / 2);

    public void Spend(TimeSpan took, bool isFirst)
    {
        if (isFirst && _leftOfFirst > TimeSpan.Zero)
            _leftOfFirst -= took;
        else
            _left = new[] { _left - took, -LongestDebt * Share }.Max();
    }
}
