using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.CRuby;

/// <summary>Adds up the pages of slots of one size.</summary>
internal sealed class RubyPoolTally(int slotBytes, ulong oldFlags)
{
    private const int Tenths = 10;

    private readonly int[] _pagesByOccupancy = new int[Tenths + 1];
    private int _pages;
    private int _tombs;
    private long _slots;
    private long _free;
    private long _old;

    public RubyPool Pool => new(slotBytes, _pages, _tombs, _slots, _free, _old, _pagesByOccupancy);

    /// <param name="memory">The page's slots.</param>
    /// <param name="counts">Of objects by kind, added to; so are their slots' <paramref name="bytes"/>.</param>
    public void Add(RubyPage page, ReadOnlySpan<byte> memory, long[] counts, long[] bytes)
    {
        var words = MemoryMarshal.Cast<byte, ulong>(memory);
        var live = 0;
        for (var word = 0; word < words.Length; word += slotBytes / sizeof(ulong))
        {
            var flags = words[word];
            var kind = RubyKinds.Of(flags);
            if (kind == RubyKinds.None)
                continue;
            live++;
            counts[kind]++;
            bytes[kind] += slotBytes;
            if ((flags & oldFlags) == oldFlags)
                _old++;
        }
        _pages++;
        _tombs += page.InTomb ? 1 : 0;
        _slots += page.Slots;
        _free += page.Slots - live;
        _pagesByOccupancy[((live * Tenths) + page.Slots - 1) / page.Slots]++;
    }
}
