namespace Lowtide.Analysis.Growth;

/// <summary>How memory went over the time that it was watched.</summary>
public enum GrowthShape
{
    /// <summary>The answer needs a longer look.</summary>
    TooEarly,

    /// <summary>It does not rise, or no longer.</summary>
    Settled,

    /// <summary>It rises ever more slowly, as logarithms and filling caches do.</summary>
    Plateau,

    /// <summary>It rises by as much in the last part of each life as in the parts before.</summary>
    Linear,

    /// <summary>It is level but for jumps: deploys, restarts, a large request.</summary>
    Steps,
}
