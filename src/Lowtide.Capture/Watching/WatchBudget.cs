namespace Lowtide.Capture.Watching;

/// <summary>What a watch may cost. Both are the user's to set.</summary>
/// <param name="Share">Of one processor's time: half of it for reading what processes hold, half for looking into their pages.</param>
/// <param name="LongestStall">That one reading may hold up a process.</param>
public sealed record WatchBudget(double Share, TimeSpan LongestStall)
{
    public double HalfShare => Share / 2;

    public static readonly WatchBudget Usual = new(0.004, TimeSpan.FromMilliseconds(16));
}
