using System.Runtime.InteropServices;
using System.Text;
using Lowtide.Recordings;

namespace Lowtide.Capture.CRuby;

/// <summary>Adds up the pages of slots of one size, and draws them: o an old object, y a young one, f a free slot; x not told.</summary>
/// <param name="slotsInCell">Of the picture.</param>
internal sealed class RubyPoolTally(int slotBytes, ulong oldFlags, int slotsInCell)
{
    private const char Old = 'o', Young = 'y', Free = 'f', Untold = 'x';

    private const int Tenths = 10;

    private readonly int[] _pagesByOccupancy = new int[Tenths + 1];
    private readonly StringBuilder _cells = new();
    private int _pages;
    private int _tombs;
    private long _slots;
    private long _free;
    private long _old;

    public RubyPool Pool => new(slotBytes, _pages, _tombs, _slots, _free, _old, _pagesByOccupancy);

    public HeapPicture Picture => new($"Ruby's slots of {slotBytes} bytes", "ruby", (long)slotBytes * slotsInCell, _cells.ToString());

    /// <param name="memory">The page's slots.</param>
    /// <param name="counts">Of objects by kind, added to; so are their slots' <paramref name="bytes"/>.</param>
    public void Add(RubyPage page, ReadOnlySpan<byte> memory, long[] counts, long[] bytes)
    {
        var words = MemoryMarshal.Cast<byte, ulong>(memory);
        var letters = new char[page.Slots];
        var live = 0;
        for (var slot = 0; slot < letters.Length; slot++)
        {
            var flags = words[slot * (slotBytes / sizeof(ulong))];
            var kind = RubyKinds.Of(flags);
            if (kind == RubyKinds.None)
            {
                letters[slot] = Free;
                continue;
            }
            live++;
            counts[kind]++;
            bytes[kind] += slotBytes;
            var old = (flags & oldFlags) == oldFlags;
            letters[slot] = old ? Old : Young;
            _old += old ? 1 : 0;
        }
        _pages++;
        _tombs += page.InTomb ? 1 : 0;
        _slots += page.Slots;
        _free += page.Slots - live;
        _pagesByOccupancy[((live * Tenths) + page.Slots - 1) / page.Slots]++;
        Draw(letters);
    }

    public void AddUnread(RubyPage page) => Draw([.. Enumerable.Repeat(Untold, page.Slots)]);

    private void Draw(char[] letters) =>
        _cells.Append(_cells.Length > 0 ? " " : "").Append(HeapPicture.RunsOf(HeapPicture.Together(letters, slotsInCell)));
}
