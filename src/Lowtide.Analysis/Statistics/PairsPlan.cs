namespace Lowtide.Analysis.Statistics;

/// <summary>How many pairs to run, decided before the trial.</summary>
/// <param name="Pairs">Pairs to run.</param>
/// <param name="ReachesPower">False where the cap was met first: the trial may well end undecided.</param>
/// <param name="SdUsed">The standard deviation of the log ratio it was planned for.</param>
public sealed record PairsPlan(int Pairs, bool ReachesPower, double SdUsed);
