using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>Knows a dict's table of keys (PyDictKeysObject) by its header, whose members must agree with each other.</summary>
internal static class DictTable
{
    /// <summary>The table's own reference count; instances of a class share one.</summary>
    public const int Count = 0;

    /// <summary>3.11 and later: sizes, kind and version share this word; before, dk_size.</summary>
    public const int Version = 8;

    private const int LargestLog = 40;

    public static bool IsAt(IWords words, ulong start, ulong size) =>
        size >= 48 && words.TryWord(start, out var count) && BlockReader.IsCount(count)
        && words.TryWord(start + 8, out var second)
        && (IsSince311(words, start, size, second) || IsBefore311(words, start, size, second));

    /// <summary>Where the entries of a table stand, wherever it ends; null where no table stands.</summary>
    public static DictEntries? EntriesAt(IWords words, ulong table)
    {
        const ulong AnySize = ulong.MaxValue >> 1;
        if (!words.TryWord(table + 8, out var second))
            return null;
        if (IsSince311(words, table, AnySize, second))
            return words.TryWord(table + 24, out var since)
                ? new DictEntries(table + 32 + (1ul << (byte)(second >> 8)), since, (byte)(second >> 16) == 0 ? 24 : 16) : null;
        // An index has a byte of up to 128 slots, two of up to 32,768, then four.
        return IsBefore311(words, table, AnySize, second) && words.TryWord(table + 32, out var before)
            ? new DictEntries(table + 40 + (second * (second <= 0xFF ? 1u : second <= 0xFFFF ? 2u : 4u)), before, 24) : null;
    }

    /// <summary>Include/internal/pycore_dict.h: dk_log2_size, dk_log2_index_bytes, dk_kind, then dk_usable and dk_nentries.</summary>
    private static bool IsSince311(IWords words, ulong start, ulong size, ulong second)
    {
        int log = (byte)second, logBytes = (byte)(second >> 8), kind = (byte)(second >> 16);
        return log is >= 3 and <= LargestLog && logBytes >= log && logBytes <= log + 3 && kind <= 3
            && Fits(words, start + 16, 1ul << log)
            && (kind == 0 ? 24ul : 16ul) * Usable(1ul << log) + (1ul << logBytes) + 32 <= size + 8;
    }

    /// <summary>Objects/dict-common.h: dk_size, dk_lookup, dk_usable, dk_nentries.</summary>
    private static bool IsBefore311(IWords words, ulong start, ulong size, ulong slots) =>
        ulong.IsPow2(slots) && slots is >= 8 and <= 1ul << LargestLog
        && Fits(words, start + 24, slots) && (24 * Usable(slots)) + slots + 40 <= size + 8;

    private static bool Fits(IWords words, ulong usableAt, ulong slots) =>
        words.TryWord(usableAt, out var usable) && words.TryWord(usableAt + 8, out var entries)
        && usable <= slots && entries <= slots && usable + entries <= Usable(slots);

    /// <summary>USABLE_FRACTION: two thirds.</summary>
    private static ulong Usable(ulong slots) => (slots << 1) / 3;
}

/// <param name="First">Address of the first one.</param>
/// <param name="Size">16 bytes, a key and its value; 24 with a hash in front.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct DictEntries(ulong First, ulong Count, int Size)
{
    /// <summary>A class has some hundred attributes at most.</summary>
    private const ulong MostRead = 1024;

    private const ulong TableOffset = 32, ValuesOffset = 40;

    /// <summary>Keys and values of a PyDictObject with a table of its own, in the order in which they came. Bounded, whatever stands there.</summary>
    public static IEnumerable<(ulong Key, ulong Value)> Of(IWords words, ulong dict)
    {
        if (!IsPointer(dict) || !words.TryWord(dict + ValuesOffset, out var values) || values != 0
            || !words.TryWord(dict + TableOffset, out var table) || !IsPointer(table) || DictTable.EntriesAt(words, table) is not { } entries)
            yield break;
        for (var index = 0ul; index < Math.Min(entries.Count, MostRead); index++)
        {
            var key = entries.First + ((index + 1) * (ulong)entries.Size) - 16;
            if (words.TryWord(key, out var name) && words.TryWord(key + 8, out var value) && name != 0 && value != 0)
                yield return (name, value);
        }
    }

    private static bool IsPointer(ulong value) => value % 8 == 0 && ProcessMemory.MayBeAddress(value);
}
