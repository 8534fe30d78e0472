namespace Lowtide.Capture.Watching;

/// <summary>What a watch may cost. Both are the user's to set.</summary>
/// <param name="Share">Of one processor's time, for reading memory.</param>
/// <param name="LongestStall">That one reading may hold up a process.</param>
public sealed record WatchBudget(double Share, TimeSpan LongestStall)
{
    public static readonly WatchBudget Usual = new(0.004, TimeSpan.FromMilliseconds(16));
}
