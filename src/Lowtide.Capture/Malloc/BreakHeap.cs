using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Malloc;

/// <summary>Memory that brk gave. What it added after a fork can be a mapping of its own (do_brk_flags, mm/mmap.c), and is joined again here.</summary>
internal static class BreakHeap
{
    /// <param name="mappings">In order of address.</param>
    /// <returns>Mostly one piece; in order of address, none touching the next.</returns>
    public static IReadOnlyList<MemoryRange> Of(IReadOnlyList<Mapping> mappings)
    {
        var pieces = new List<MemoryRange>();
        foreach (var mapping in mappings)
        {
            if (mapping.Path != "[heap]")
                continue;
            var size = mapping.Length;
            if (pieces is [.., var last] && last.Address + last.Length == mapping.Start)
                pieces[^1] = last with { Length = last.Length + size };
            else
                pieces.Add(new MemoryRange(mapping.Start, size));
        }
        return pieces;
    }
}
