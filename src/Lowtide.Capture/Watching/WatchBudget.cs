namespace Lowtide.Capture.Watching;

/// <summary>What a watch may cost. Both are the user's to set.</summary>
/// <param name="Share">Of one processor's time: for reading what processes hold, and for looking into their pages.</param>
/// <param name="LongestStall">That one reading may hold up a process.</param>
public sealed record WatchBudget(double Share, TimeSpan LongestStall)
{
    /// <summary>What processes hold is to be a minute old at most, a look ten: measured by bench/serve-cost.</summary>
    public double ReadingShare => 0.55 * Share;

    public double LookingShare => Share - ReadingShare;

    public static readonly WatchBudget Usual = new(0.0044, TimeSpan.FromMilliseconds(16));
}
