using Lowtide.Analysis.Recycling;

namespace Lowtide.Guard;

/// <summary>What a guard was told of a family, what it has done for it since the watch began, and whether it holds its limits.</summary>
/// <param name="Acts">Else it says what it would do.</param>
/// <param name="Asked">Workers that were asked to end.</param>
internal sealed record GuardStatus(GuardPolicy Policy, bool Acts, int Asked)
{
    /// <summary>For how long one has been over a limit without a break; null while none is.</summary>
    public TimeSpan? Over { get; init; }

    /// <summary>Why nothing is done of that; null where nothing is to be done, or something is.</summary>
    public string? Why { get; init; }
}
