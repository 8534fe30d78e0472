using System.Buffers.Binary;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython;

/// <summary>Reads the state of the main interpreter's collector out of a running process, and doubts it.</summary>
internal static class CollectorReader
{
    private const int Generations = 3;

    // 3.12 sets some 400 objects aside when it starts; a program that has loaded anything has thousands.
    private const int FrozenAtStart = 1000;

    // No row's state is larger; a bound for the stack.
    private const int LargestState = 1024;

    /// <summary>3.13 and later: "xdebugpy", PY_VERSION_HEX, whether free-threaded (pycore_runtime.h, _Py_DebugOffsets).</summary>
    private const int SelfDescriptionSize = 24;

    /// <param name="runtime">Address of _PyRuntime in the process.</param>
    /// <param name="why">Why there is no state; null where there is.</param>
    public static CollectorFacts? Read(IMemory memory, ulong runtime, CPythonVersion version, out string? why) =>
        Read(memory, runtime, version, out _, out why);

    /// <summary>The same with what its young objects take, which are some thousand reads more.</summary>
    public static CollectorFacts? ReadWithYoung(IMemory memory, ulong runtime, CPythonVersion version, out string? why) =>
        Read(memory, runtime, version, out var layout, out why) is { } facts && layout is not null
            ? facts with { Young = Locate(memory, runtime, layout, ref why) is { } state ? new YoungWalk(memory, layout).Take(state) : null }
            : null;

    /// <summary>The row of which the state makes sense; null where none does.</summary>
    public static CPythonLayout? LayoutOf(IMemory memory, ulong runtime, CPythonVersion version) =>
        Read(memory, runtime, version, out var layout, out _) is null ? null : layout;

    private static CollectorFacts? Read(IMemory memory, ulong runtime, CPythonVersion version, out CPythonLayout? row, out string? why)
    {
        foreach (var layout in CPythonLayouts.For(version, out why))
        {
            if (Locate(memory, runtime, layout, ref why) is { } state && Decode(memory, state, layout, ref why) is { } facts)
            {
                (row, why) = (layout, null);
                return facts;
            }
        }
        row = null;
        return null;
    }

    /// <summary>Whether the interpreter takes itself apart (Python/pylifecycle.c, Py_FinalizeEx); null where that could not be read.</summary>
    public static bool? IsFinalizing(IMemory memory, ulong runtime, CPythonLayout layout) =>
        memory.TryRead(runtime + (ulong)layout.Finalizing, out ulong thread) ? thread != 0 : null;

    /// <summary>Whether _PyRuntime describes itself as that of a free-threaded build; false before 3.13.</summary>
    public static bool IsFreeThreaded(IMemory memory, ulong runtime)
    {
        Span<byte> description = stackalloc byte[SelfDescriptionSize];
        return memory.TryRead(runtime, description) && description.StartsWith("xdebugpy"u8)
            && BinaryPrimitives.ReadUInt64LittleEndian(description[16..]) == 1;
    }

    private static ulong? Locate(IMemory memory, ulong runtime, CPythonLayout layout, ref string? why)
    {
        var within = (ulong)layout.Collector;
        if (layout is { DebugInterpreterGc: { } saysCollector, DebugGcSize: { } saysSize })
        {
            if (!memory.TryRead(runtime + (ulong)saysCollector, out within)
                || !memory.TryRead(runtime + (ulong)saysSize, out ulong size))
                return Fail("its memory could not be read", ref why);
            if (size != (ulong)layout.CollectorSize || within > 1 << 20 || within % 8 != 0)
                return Fail("it describes a collector of another layout than the one known for its version", ref why);
        }
        if (!memory.TryRead(runtime + (ulong)layout.MainInterpreter, out ulong interpreter))
            return Fail("its memory could not be read", ref why);
        if (interpreter == 0)
            return Fail("its interpreter has not started, or has ended", ref why);
        if (!IsPointer(interpreter))
            return Fail("no interpreter stands where its version keeps it", ref why);
        return (layout.InInterpreter ? interpreter : runtime) + within;
    }

    private static CollectorFacts? Decode(IMemory memory, ulong address, CPythonLayout layout, ref string? why)
    {
        Span<byte> state = stackalloc byte[LargestState];
        state = state[..layout.CollectorSize];
        if (!memory.TryRead(address, state))
        {
            why = "its memory could not be read";
            return null;
        }
        var generations = new GenerationFacts[Generations];
        var enabled = BinaryPrimitives.ReadInt32LittleEndian(state[layout.Enabled..]);
        var sane = enabled is 0 or 1;
        for (var number = 0; number < Generations && sane; number++)
        {
            var generation = state.Slice(layout.Generations + (number * layout.GenerationSize), layout.GenerationSize);
            var stats = state[(layout.Collections + (number * layout.StatsSize))..];
            var facts = new GenerationFacts(
                BinaryPrimitives.ReadInt32LittleEndian(generation[layout.Threshold..]),
                BinaryPrimitives.ReadInt32LittleEndian(generation[layout.Count..]),
                BinaryPrimitives.ReadInt64LittleEndian(stats))
            {
                // struct gc_generation_stats: collections, collected, uncollectable (Include/internal/pycore_gc.h; pycore_mem.h in 3.8).
                Collected = BinaryPrimitives.ReadInt64LittleEndian(stats[sizeof(long)..]),
            };
            // An element's own flags are in its words; a head has none, so both of its words are plain pointers.
            sane = IsPointer(BinaryPrimitives.ReadUInt64LittleEndian(generation))
                && IsPointer(BinaryPrimitives.ReadUInt64LittleEndian(generation[8..]) & ~3ul)
                && facts is { Threshold: >= 0, Count: >= 0, Collections: >= 0 and < 1L << 48, Collected: >= 0 and < 1L << 48 };
            generations[number] = facts;
        }
        if (sane)
            return new CollectorFacts(enabled == 1, generations)
            {
                Frozen = IsFrozen(memory, address + (ulong)layout.Permanent),
                Incremental = layout.Incremental,
                LongLived = LongLived(state, layout, 0),
                Pending = LongLived(state, layout, 1),
            };
        why = "what stands where its version keeps the collector's state makes no sense";
        return null;
    }

    /// <summary>
    /// Behind the statistics stand whether it collects, two pointers, then long_lived_total and long_lived_pending (struct _gc_runtime_state,
    /// Include/internal/pycore_gc.h, from 3.8 to 3.13 and from 3.14.5 on). Null where they cannot be these.
    /// </summary>
    private static long? LongLived(ReadOnlySpan<byte> state, CPythonLayout layout, int index)
    {
        var at = layout.Collections + (Generations * layout.StatsSize) + 24 + (index * sizeof(long));
        return !layout.Incremental && at + sizeof(long) <= state.Length
            && BinaryPrimitives.ReadInt64LittleEndian(state[at..]) is >= 0 and < 1L << 40 and var objects ? objects : null;
    }

    /// <summary>gc.freeze() splices objects into this list and does no more; null where its end is not found.</summary>
    private static bool? IsFrozen(IMemory memory, ulong head)
    {
        var at = head;
        for (var objects = 0; objects < FrozenAtStart; objects++)
        {
            if (!memory.TryRead(at, out ulong next) || !IsPointer(next & ~3ul))
                return null;
            at = next & ~3ul;
            if (at == head)
                return false;
        }
        return true;
    }

    /// <summary>PyGC_Head and PyInterpreterState are 8-byte aligned; in 3.13.5 and later, a head inside the state 4-byte.</summary>
    private static bool IsPointer(ulong value) => ProcessMemory.MayBeAddress(value) && value % 4 == 0;

    private static ulong? Fail(string reason, ref string? why)
    {
        why = reason;
        return null;
    }
}
