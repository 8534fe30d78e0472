using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Runtimes;

/// <summary>Finds one kind of runtime in a process and reads its state, from mappings, files and memory handed in.</summary>
/// <remarks>One serves many processes, from several threads at once; what a file says may be kept.</remarks>
public interface IRuntimeDecoder
{
    /// <summary>As <see cref="RuntimeFacts.Name"/> has it.</summary>
    string Name { get; }

    /// <summary>Whether a page of its may change in nothing but its collector's links, which <see cref="PageState.CopiedRelinked"/> tells.</summary>
    bool RelinksPages => false;

    /// <summary>Whether <see cref="ReadHeap"/> tells anything, of a version that it knows.</summary>
    bool TellsHeap => false;

    /// <summary>Whether each sample of a recording has its heap too: RSS does not follow it, and nothing else tells it.</summary>
    bool SamplesHeap => false;

    /// <param name="memory">The process's memory; where it may not be read, the version may still be told.</param>
    /// <param name="mappings">In order of address, as the kernel gives them.</param>
    /// <param name="openFile">Opens a mapped file, null where it cannot; see <see cref="MappedFile.TryOpen"/>.</param>
    /// <param name="walk">Also what takes thousands of reads to tell.</param>
    /// <returns>Null where no such runtime is mapped. If two are, the first that is at work.</returns>
    RuntimeReading? Read(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile, bool walk = false);

    /// <summary>The runtime's own heap, read whole.</summary>
    /// <param name="runtime">As <see cref="Read"/> gave it.</param>
    /// <returns>Null where that cannot be told of this version, or from here.</returns>
    RuntimeHeap? ReadHeap(AddressSpace space, RuntimeFacts runtime) => null;

    /// <summary>
    /// For reading one process's counters again and again: what has to be looked for is found here, once.
    /// </summary>
    /// <returns>Null where no collector is at work in the process (yet).</returns>
    IFollowedRuntime? Follow(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile);
}

/// <summary>A runtime that was found, and what of it could not be read.</summary>
public sealed record RuntimeReading(RuntimeFacts Facts, IReadOnlyList<Unreadable> CouldNotRead);
