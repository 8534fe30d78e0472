namespace Lowtide.Capture.Families;

/// <summary>
/// How often one process may be read by a call that holds its mmap lock (smaps_rollup: about 17 ms a GiB, a whole mapping
/// at a time; one of 4 GiB held up the target's mapping calls for 67-99 ms). After each reading it is left alone for so
/// long that reading takes no more than <see cref="Share"/> of the time.
/// </summary>
public sealed class StallBudget
{
    public const double Share = 0.02;

    private TimeSpan _next = TimeSpan.MinValue;

    public bool Allows(TimeSpan now) => now >= _next;

    /// <param name="started">When the reading began, on the clock that <see cref="Allows"/> is asked with.</param>
    public void Spend(TimeSpan started, TimeSpan took) => _next = started + (took / Share);
}
