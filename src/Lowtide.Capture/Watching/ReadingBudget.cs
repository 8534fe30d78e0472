namespace Lowtide.Capture.Watching;

/// <summary>
/// Time for reading, as a share of the time that passes. What was not used is kept for <see cref="Kept"/> at most, and one reading may overdraw it. For whoever
/// was never read there is <see cref="First"/> beside it: who starts a watch wants to see something.
/// </summary>
/// <param name="share">Of one processor.</param>
internal sealed class ReadingBudget(double share)
{
    private static readonly TimeSpan Kept = TimeSpan.FromSeconds(30), First = TimeSpan.FromSeconds(2);

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

    public void Spend(TimeSpan took, bool isFirst)
    {
        if (isFirst && _leftOfFirst > TimeSpan.Zero)
            _leftOfFirst -= took;
        else
            _left -= took;
    }
}
