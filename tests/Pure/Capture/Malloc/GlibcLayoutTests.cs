using System.Globalization;
using Lowtide.Capture.Malloc;

namespace Lowtide.Tests.Pure.Capture.Malloc;

/// <summary>The table of layouts is as new as what it was tried on, and each row has what its release brought.</summary>
public sealed class GlibcLayoutTests
{
    /// <summary>Newer releases are read by the last row and said to be unknown: a release is known once its memory was recorded.</summary>
    [Fact]
    public void The_newest_release_that_is_known_is_the_newest_that_was_recorded() => Assert.Equal(
        GlibcLayout.LastMinor, RecordedArenas.All.Select(version => int.Parse(version.Data.Split('.')[1], CultureInfo.InvariantCulture)).Max());

    [Theory]
    [InlineData(25, false, false, false)]
    [InlineData(34, true, false, false)]
    [InlineData(36, true, false, true)]
    [InlineData(41, true, false, true)]
    [InlineData(42, true, true, false)]
    [InlineData(43, true, true, false)]
    public void A_release_has_what_it_brought(int minor, bool tcache, bool countsDown, bool hugeHeaps)
    {
        var layout = GlibcLayout.For(minor)!;
        Assert.Equal((tcache, countsDown, hugeHeaps ? 3 : 1), (layout.Tcache is not null, layout.Tcache?.CountsDown == true, layout.HeapAlignments.Count));
    }
}
