using Lowtide.Recordings;

namespace Lowtide.Capture.Runtimes;

/// <summary>A runtime of one process that is read again and again; each property is a few reads of a few bytes.</summary>
public interface IFollowedRuntime
{
    /// <summary>Youngest first; null once the process has gone, or its runtime has ended.</summary>
    IReadOnlyList<GenerationFacts>? Generations { get; }

    /// <summary>Whether it takes itself apart, which ends in the end of the process; null once that has gone.</summary>
    bool? IsFinalizing { get; }
}
