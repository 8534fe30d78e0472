using System.Buffers.Binary;
using Lowtide.Capture.Elf;
using Lowtide.Capture.Elf.Frames;

namespace Lowtide.Capture.CPython;

/// <summary>
/// Where in a file the cyclic collector's code is, so that a call chain through it proves whose write it was. By name where the
/// file keeps its names. A stripped CPython, such as Debian's, exports none of the collector's functions, but has probes in the
/// function that runs a collection, gc__start and gc__done (Modules/gcmodule.c, pydtrace.d).
/// </summary>
internal static class CollectorCode
{
    /// <summary>The function that runs a collection, of any generation: to 3.9, from 3.10, and in 3.14.0 to 3.14.4.</summary>
    private static readonly string[] Names = ["collect", "gc_collect_main", "gc_collect_young", "gc_collect_increment", "gc_collect_full"];

    /// <summary>A hot part jumps into its cold part; larger than any function of CPython but its interpreter loop.</summary>
    private const ulong LargestPart = 1 << 18;

    /// <returns>Addresses of the file at which the parts of those functions begin; empty where neither names nor probes tell;
    /// null where this is no CPython.</returns>
    public static IReadOnlySet<ulong>? Find(ElfFile file, ElfFunctions functions, FrameTable? frames)
    {
        if (!file.TryFindSymbol("Py_GetVersion", out _))
            return null;
        var starts = Names.SelectMany(functions.Places).ToHashSet();
        if (starts.Count > 0 || frames is null)
            return starts;
        foreach (var place in ElfProbes.Find(file, "python", "gc__start", "gc__done"))
        {
            if (frames.Find(place) is not { } part || !starts.Add(part.Start))
                continue;
            starts.UnionWith(OtherParts(file, frames, part));
        }
        return starts;
    }

    /// <summary>
    /// The compiler moves what is rarely run, such as a probe, out of its function; only jumps to and fro tell which. A jump
    /// and a byte pattern that looks like one are told apart by the way back: both parts must jump into each other.
    /// </summary>
    private static IEnumerable<ulong> OtherParts(ElfFile file, FrameTable frames, FrameEntry part) =>
        JumpTargets(file, part)
            .Where(target => target < part.Start || target >= part.End)
            .Select(frames.Find)
            .OfType<FrameEntry>()
            .Where(other => JumpTargets(file, other).Any(target => target >= part.Start && target < part.End))
            .Select(other => other.Start)
            .Distinct();

    /// <summary>jmp rel32 and jcc rel32, wherever bytes look like one: Intel's manual, volume 2, "Jump" and "Jump if condition
    /// is met". Calls are no jumps.</summary>
    private static List<ulong> JumpTargets(ElfFile file, FrameEntry part)
    {
        var targets = new List<ulong>();
        if (part.End - part.Start is 0 or > LargestPart)
            return targets;
        var code = new byte[part.End - part.Start];
        if (!file.TryReadAddress(part.Start, code))
            return targets;
        for (var at = 0; at + 5 <= code.Length; at++)
            if (code[at] == 0xe9 || (at > 0 && code[at - 1] == 0x0f && (code[at] & 0xf0) == 0x80))
                targets.Add(unchecked(part.Start + (ulong)at + 5 + (ulong)BinaryPrimitives.ReadInt32LittleEndian(code.AsSpan(at + 1))));
        return targets;
    }
}
