using Lowtide.Trials.Runs;

namespace Lowtide.Reports.Trials;

/// <summary>Where the run that is under way stands.</summary>
/// <param name="Block">From 0.</param>
/// <param name="Seconds">In this phase so far.</param>
/// <param name="UsualSeconds">That it took in the runs before, in the median; null where there was none.</param>
/// <param name="PssBytes">Of the family, as last read.</param>
internal sealed record RunView(string Arm, int Block, RunPhase Phase, double Seconds, double? UsualSeconds, long? PssBytes);
