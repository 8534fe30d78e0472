namespace Lowtide.Trials.Runs;

/// <summary>Follows the run that is under way, from several threads.</summary>
internal interface IRunObserver
{
    void Reaches(RunPhase phase);

    /// <summary>About once a second while it is loaded.</summary>
    void Holds(MemoryPoint memory);
}
