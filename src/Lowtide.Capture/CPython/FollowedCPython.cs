using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython;

/// <summary>One interpreter whose place and layout are known.</summary>
internal sealed class FollowedCPython(IMemory memory, ulong runtime, CPythonVersion version, CPythonLayout layout) : IFollowedRuntime
{
    public IReadOnlyList<GenerationFacts>? Generations => CollectorReader.Read(memory, runtime, version, out _)?.Generations;

    /// <summary>Goes on to be told when the interpreter's state, and the collector's with it, has been freed.</summary>
    public bool? IsFinalizing => CollectorReader.IsFinalizing(memory, runtime, layout);
}
