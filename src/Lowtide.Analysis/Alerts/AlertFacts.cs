using Lowtide.Analysis.Diagnoses;

namespace Lowtide.Analysis.Alerts;

/// <summary>All that an alert may depend on.</summary>
/// <param name="Growth">Null before the first time that it was judged.</param>
/// <param name="Diagnosis">The latest of the family; null before its turn.</param>
public sealed record AlertFacts(FamilyTrend Trend, FamilyGrowth? Growth, Diagnosis? Diagnosis);
