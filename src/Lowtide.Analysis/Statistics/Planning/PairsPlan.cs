namespace Lowtide.Analysis.Statistics.Planning;

/// <summary>How many pairs a metric asks for.</summary>
/// <param name="Pairs">Pairs to run.</param>
/// <param name="ReachesPower">False where the cap was met first: the trial may well end undecided.</param>
/// <param name="SdUsed">The standard deviation it was planned for, on the scale of the spread.</param>
public sealed record PairsPlan(int Pairs, bool ReachesPower, double SdUsed);
