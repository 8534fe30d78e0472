namespace Lowtide.Analysis.Statistics.Looks;

/// <summary>Where a trial stands after its pairs so far.</summary>
/// <param name="Looks">The numbers of pairs at which it may decide; the last is the full number, as far as is known.</param>
/// <param name="ReachesPower">False if the most pairs that are allowed are fewer than the pilot's spread asks for.</param>
/// <param name="State">Whether it goes on.</param>
public sealed record TrialCourse(LookSchedule Looks, bool ReachesPower, TrialState State)
{
    /// <summary>The full number of pairs, if no look ends it before.</summary>
    public int Pairs => Looks.Pairs;

    /// <summary>Whether it needs more pairs.</summary>
    public bool GoesOn => State == TrialState.GoesOn;
}
