using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture;

public sealed class KernelOptionsTests
{
    [Theory]
    [InlineData("6.1.0-28-amd64", true)]
    [InlineData("5.15.0", true)]
    [InlineData("6.14.9", true)]
    [InlineData("6.15.0-rc1", false)]
    [InlineData("6.18.44-fc-v782", false)]
    [InlineData("7.0", false)]
    [InlineData("unknown", false)]
    public void No_kernel_before_the_option_has_it(string release, bool before) => Assert.Equal(before, KernelOptions.IsBefore(release, 6, 15));

    /// <summary>Lines of mm/Kconfig's option as a build writes them.</summary>
    [Theory]
    [InlineData("CONFIG_NO_PAGE_MAPCOUNT=y", true)]
    [InlineData("# CONFIG_NO_PAGE_MAPCOUNT is not set", false)]
    [InlineData("CONFIG_PAGE_MAPCOUNT=y", false)]
    public void Counts_are_averages_where_the_kernel_keeps_none_of_each_page(string line, bool averages) =>
        Assert.Equal(averages, KernelOptions.CountsAreAveragesBy(["CONFIG_TRANSPARENT_HUGEPAGE=y", line]));
}
