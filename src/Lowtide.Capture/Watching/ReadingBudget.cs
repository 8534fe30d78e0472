namespace Lowtide.Capture.Watching;

/// <summary>
/// Time for reading, as a share of the time that passes. What was not used is kept for <see cref="Kept"/> at most, and one reading may overdraw it.
/// </summary>
/// <param name="share">Of one processor.</param>
internal sealed class ReadingBudget(double share)
{
    private static readonly TimeSpan Kept = TimeSpan.FromSeconds(30);

    private TimeSpan _left = Kept * share;
    private TimeSpan _last;

    /// <param name="now">On the clock of the watch.</param>
    public bool Allows(TimeSpan now)
    {
        var saved = _left + ((now - _last) * share);
        (_left, _last) = (saved < Kept * share ? saved : Kept * share, now);
        return _left > TimeSpan.Zero;
    }

    public void Spend(TimeSpan took) => _left -= took;
}
