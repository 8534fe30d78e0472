using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.CRuby;

/// <summary>One heap page as its struct heap_page says, which stands elsewhere than its slots.</summary>
/// <param name="Next">Where the links of the page stand that follows in Ruby's list, or the list's own; likewise <paramref name="Previous"/>.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct RubyPage(ulong Body, ulong Start, int SlotBytes, int Slots, bool InTomb, ulong Next, ulong Previous)
{
    // RVALUE_OVERHEAD and the pools of gc.c: 40 bytes, doubled up to four times.
    private const int SmallestSlot = 40, MostDoublings = 4;

    public ulong End => Start + ((ulong)Slots * (ulong)SlotBytes);

    /// <summary>
    /// Reads what stands at an address that might be a page's struct, and doubts it: what a freed page leaves behind looks much the
    /// same, but its neighbours in Ruby's list of pages no longer point to it.
    /// </summary>
    /// <param name="body">Of which the first word led there.</param>
    /// <returns>Null for anything else.</returns>
    public static RubyPage? TryRead(IMemory memory, ulong body, ulong address, RubyPageLayout layout)
    {
        Span<byte> bytes = stackalloc byte[layout.Size];
        if (!memory.TryRead(address, bytes))
            return null;
        var slot = BinaryPrimitives.ReadInt16LittleEndian(bytes[RubyPageLayout.SlotBytes..]);
        var slots = BinaryPrimitives.ReadInt16LittleEndian(bytes[RubyPageLayout.TotalSlots..]);
        var start = BinaryPrimitives.ReadUInt64LittleEndian(bytes[layout.Start..]);
        var flags = BinaryPrimitives.ReadUInt32LittleEndian(bytes[RubyPageLayout.Flags..]);
        var (next, previous) = (
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[layout.Links..]),
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[(layout.Links + sizeof(ulong))..]));
        var page = new RubyPage(body, start, slot, slots, (flags & (layout.InTomb ?? 0)) != 0, next, previous);
        return IsSlotSize(slot) && slots > 0 && start >= body + sizeof(ulong) && start < body + (ulong)(slot + SmallestSlot) && start % sizeof(ulong) == 0
            && page.End <= body + (ulong)layout.PageBytes && page.End + (ulong)(2 * slot) > body + (ulong)layout.PageBytes
            && IsLinked(memory, address + (ulong)layout.Links, next)
            ? page
            : null;
    }

    /// <summary>Of which nothing is resident: its body leads nowhere, and only its neighbours in the list lead to it.</summary>
    /// <returns>Null for anything else.</returns>
    public static RubyPage? TryReadAway(IMemory memory, ulong address, RubyPageLayout layout)
    {
        if (!memory.TryRead(address + (ulong)layout.Start, out ulong start))
            return null;
        var body = start & ~((ulong)layout.PageBytes - 1);
        return memory.TryRead(body, out ulong _) ? null : TryRead(memory, body, address, layout);
    }

    private static bool IsSlotSize(int bytes)
    {
        for (var doubled = 0; doubled <= MostDoublings; doubled++)
            if (bytes == SmallestSlot << doubled)
                return true;
        return false;
    }

    /// <summary>A list with links both ways (ccan/list): what follows this page points back to it.</summary>
    private static bool IsLinked(IMemory memory, ulong links, ulong next) =>
        ProcessMemory.MayBeAddress(next) && next % sizeof(ulong) == 0 && memory.TryRead(next + sizeof(ulong), out ulong back) && back == links;
}
