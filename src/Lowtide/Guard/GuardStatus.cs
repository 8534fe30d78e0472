namespace Lowtide.Guard;

/// <summary>What a guard has done for a family since the watch began, and whether it holds its limits.</summary>
/// <param name="Asked">Workers that were asked to end.</param>
/// <param name="Over">For how long one has been over a limit without a break; null while none is.</param>
internal sealed record GuardStatus(int Asked, TimeSpan? Over);
