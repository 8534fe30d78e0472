namespace Lowtide.Analysis.Statistics.Looks;

/// <summary>Whether a trial needs more pairs.</summary>
public enum TrialState
{
    /// <summary>It does.</summary>
    GoesOn,

    /// <summary>A planned look: the primary metric of each arm is decided or can hardly be decided any more.</summary>
    Decided,

    /// <summary>No arm's primary metric is likely to be decided with all the pairs that were planned.</summary>
    Futile,

    /// <summary>The full number of pairs is done.</summary>
    Complete,
}
