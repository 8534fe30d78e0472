using Lowtide.Capture.Pages;

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
