using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>Asks each runtime and allocator that Lowtide knows whether it is in a process.</summary>
internal static class RuntimeReader
{
    public static (RuntimeFacts? Runtime, AllocatorFacts? Allocator, IReadOnlyList<Unreadable> CouldNotRead) Read(
        int pid, IReadOnlyList<Mapping> mappings)
    {
        return (null, null, []);
    }
}
