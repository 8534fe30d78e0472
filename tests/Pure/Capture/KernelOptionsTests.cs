using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture;

public sealed class KernelOptionsTests
{
    /// <summary>Lines of mm/Kconfig's option as a build writes them.</summary>
    [Theory]
    [InlineData("CONFIG_NO_PAGE_MAPCOUNT=y", true)]
    [InlineData("# CONFIG_NO_PAGE_MAPCOUNT is not set", false)]
    [InlineData("CONFIG_PAGE_MAPCOUNT=y", false)]
    public void Counts_are_averages_where_the_kernel_keeps_none_of_each_page(string line, bool averages) =>
        Assert.Equal(averages, KernelOptions.CountsAreAveragesBy(["CONFIG_TRANSPARENT_HUGEPAGE=y", line]));
}
