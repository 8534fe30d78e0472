namespace Lowtide.Load;

/// <summary>
/// When each request is due: evenly spaced, decided beforehand and by nothing that the server does. Nanoseconds from the start.
/// </summary>
/// <param name="Rate">Requests a second; infinite: all are due at once.</param>
internal sealed record ArrivalSchedule(double Rate, long Count)
{
    /// <summary>The intended start of a request.</summary>
    /// <param name="request">From 0.</param>
    public long StartOf(long request) => (long)(request * (1e9 / Rate));

    /// <returns>How many requests are due.</returns>
    public long DueBy(long elapsed)
    {
        if (elapsed < 0)
            return 0;
        if (double.IsPositiveInfinity(Rate))
            return Count;
        var due = (long)Math.Min(elapsed * (Rate / 1e9), Count);
        // The product may miss the quotient of StartOf by one in its last digit.
        while (due > 0 && StartOf(due - 1) > elapsed)
            due--;
        while (due < Count && StartOf(due) <= elapsed)
            due++;
        return due;
    }
}
