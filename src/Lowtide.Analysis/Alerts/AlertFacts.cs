using Lowtide.Analysis.Diagnoses;

namespace Lowtide.Analysis.Alerts;

/// <summary>All that an alert may depend on.</summary>
/// <param name="Growth">Null before the first time that it was judged.</param>
/// <param name="Diagnosis">The latest of the family; null before its turn.</param>
public sealed record AlertFacts(FamilyTrend Trend, FamilyGrowth? Growth, Diagnosis? Diagnosis)
{
    /// <summary>For how long it has been over a limit that a guard holds it to; zero where it is not, and where none does.</summary>
    public TimeSpan OverGuardLimit { get; init; }
}
