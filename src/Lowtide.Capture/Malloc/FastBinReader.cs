using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Malloc;

/// <summary>An arena's fastbins: small free chunks in single lists, which look in use until malloc merges them (malloc_consolidate).</summary>
internal static class FastBinReader
{
    private const int MostChunks = 16 << 20;

    /// <returns>The addresses of the chunks; null where a list leads to what is no chunk of it, as it may while it changes.</returns>
    public static HashSet<ulong>? Read(IMemory memory, ArenaState arena)
    {
        var found = new HashSet<ulong>();
        foreach (var (bin, head) in arena.FastBins.Index())
            for (var chunk = head; chunk != 0;)
            {
                if (chunk % 16 != 0 || found.Count == MostChunks || !found.Add(chunk)
                    || !memory.TryRead(chunk + MallocChunk.SizeOffset, out (ulong Size, ulong Next) words)
                    || (words.Size & ~MallocChunk.Flags) != TcacheReader.SizeOf(bin))
                    return null;
                chunk = arena.Layout.Follow(chunk + MallocChunk.HeadSize, words.Next);
            }
        return found;
    }
}
