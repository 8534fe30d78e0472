namespace Lowtide.Capture.Watching;

/// <summary>
/// Time for reading, as a share of the time that passes. What was not used is kept for <see cref="Kept"/> at most, and one reading may overdraw it. It begins
/// with as much as one look at everything takes: who starts it wants to see something.
/// </summary>
/// <param name="share">Of one processor.</param>
internal sealed class ReadingBudget(double share)
{
    private static readonly TimeSpan Kept = TimeSpan.FromSeconds(30), First = TimeSpan.FromSeconds(2);

    public double Share { get; set; } = share;

    private TimeSpan _left = First;
    private TimeSpan _last;

    /// <param name="now">On the clock of the watch.</param>
    public bool Allows(TimeSpan now)
    {
        var (saved, most) = (_left + ((now - _last) * Share), Kept * Share);
        (_left, _last) = (_left >= most ? _left : saved < most ? saved : most, now);
        return _left > TimeSpan.Zero;
    }

    public void Spend(TimeSpan took) => _left -= took;
}
