using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>One of jemalloc's arenas, as its own counts tell it.</summary>
/// <param name="Index">Its place in the list of arenas.</param>
/// <param name="ActiveBytes">Of what it gave out, and of slabs.</param>
/// <param name="SlabFreeBytes">Of these, in slabs and not given out. What threads keep for their own next calls counts as given out.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct JemallocArena(uint Index, long ActiveBytes, long DirtyBytes, long SlabFreeBytes)
{
    /// <summary>256 TiB: all addresses that a process has.</summary>
    private const ulong MostPages = 1UL << 36;

    /// <param name="library">Whose static data begin and end there.</param>
    /// <returns>Null where no arena stands: what it says of itself more than once must agree.</returns>
    public static JemallocArena? TryRead(IMemory memory, ulong address, JemallocLayout layout, MemoryRange library)
    {
        Span<byte> tail = stackalloc byte[64];
        if (!memory.TryRead(address + (ulong)layout.Tail, tail))
            return null;
        var words = MemoryMarshal.Cast<byte, ulong>(tail);
        if (words[JemallocLayout.Base] != words[JemallocLayout.ArenaBase] || words[JemallocLayout.Base] != words[JemallocLayout.ShardBase]
            || words[JemallocLayout.Index] != words[JemallocLayout.ArenaIndex]
            || words[JemallocLayout.Stats] != address + (ulong)layout.PageStats || words[JemallocLayout.Emap] - library.Address >= library.Length
            // base_t begins with the number of the arena that it serves.
            || !ProcessMemory.MayBeAddress(words[JemallocLayout.Base]) || !memory.TryRead(words[JemallocLayout.Base], out uint served)
            || served != words[JemallocLayout.Index])
            return null;
        if (!memory.TryRead(address + (ulong)layout.Active, out ulong active) || !memory.TryRead(address + (ulong)layout.Dirty, out ulong dirty)
            || active > MostPages || dirty > MostPages || SlabFree(memory, address, layout, (long)active * Page.Size) is not { } free)
            return null;
        return new JemallocArena(served, (long)active * Page.Size, (long)dirty * Page.Size, free);
    }

    /// <summary>Null where slabs would come to more than all that is given out: then the counts are not where they are looked for.</summary>
    private static long? SlabFree(IMemory memory, ulong address, JemallocLayout layout, long active)
    {
        var bins = new byte[(JemallocLayout.Classes.Count * layout.BinSize) - layout.BinSize + JemallocLayout.Slabs + sizeof(ulong)];
        if (!memory.TryRead(address + (ulong)layout.Bins, bins))
            return null;
        long all = 0, free = 0;
        foreach (var (number, (region, slab)) in JemallocLayout.Classes.Index())
        {
            var counts = bins.AsSpan(number * layout.BinSize);
            var (regions, slabs) = (BinaryPrimitives.ReadUInt64LittleEndian(counts[JemallocLayout.Regions..]),
                BinaryPrimitives.ReadUInt64LittleEndian(counts[JemallocLayout.Slabs..]));
            if (slabs > (ulong)(active - all) / (ulong)slab)
                return null;
            var its = (long)slabs * slab;
            all += its;
            free += regions > (ulong)its / (ulong)region ? 0 : its - ((long)regions * region);
        }
        return free;
    }
}
