using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture;

/// <summary>
/// Bits as in Documentation/admin-guide/mm/pagemap.rst of the kernel: 63 present, 62 swapped, 58 a guard page; the lowest five are the kind of swap entry.
/// </summary>
public sealed class PageEntryTests
{
    private const ulong Swap = 1ul << 62, Guard = 1ul << 58;

    [Fact]
    public void A_guard_page_is_not_swapped()
    {
        Assert.True(new PageEntry(Swap).Swapped);
        Assert.False(new PageEntry(Swap | Guard).Swapped);
    }

    /// <summary>A kernel has some twenty-three places for swap files; the kinds above are pages that move and the like.</summary>
    [Theory]
    [InlineData(0ul, 1ul, false)]
    [InlineData(22ul, 5ul, false)]
    [InlineData(23ul, 5ul, true)]
    [InlineData(31ul, 0ul, true)]
    public void The_kind_of_entry_tells_what_is_in_no_swap_file(ulong kind, ulong place, bool special) =>
        Assert.Equal(special, new PageEntry(Swap | (place << 5) | kind).Special);

    [Fact]
    public void Where_frames_are_hidden_it_does_not() => Assert.Null(new PageEntry(Swap).Special);

    [Fact]
    public void A_page_that_is_present_has_no_kind() => Assert.False(new PageEntry((1ul << 63) | 31).Special);
}
