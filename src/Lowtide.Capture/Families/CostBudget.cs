namespace Lowtide.Capture.Families;

/// <summary>
/// What reading a whole family may cost: a hundred workers, each within its <see cref="StallBudget"/>, would keep two
/// cores busy. Time that was not used is kept for later, and one reading may overdraw it.
/// </summary>
/// <param name="processors">Those that the family and Lowtide share.</param>
/// <param name="share">Of all processors' time.</param>
public sealed class CostBudget(int processors, double share = CostBudget.MemoryShare)
{
    /// <summary>
    /// Of all processors' time. The rest of sampling takes 0.3% of two once it is warm, so that a server that uses all of
    /// them loses less than 2%.
    /// </summary>
    public const double MemoryShare = 0.012;

    /// <summary>
    /// Instead, where a .NET runtime tells of its collections meanwhile, so that all that recording such a service costs stays below 1% of the processors.
    /// </summary>
    public const double BesideListeningShare = 0.0025;

    /// <summary>
    /// For walks through heaps (0.3 s a GiB of malloc's): together with the rest still less than 2%.
    /// </summary>
    public const double HeapShare = 0.005;

    private TimeSpan _spent;

    public double Share => share;

    public bool Allows(TimeSpan now) => _spent <= now * share * processors;

    public void Spend(TimeSpan took) => _spent += took;
}
