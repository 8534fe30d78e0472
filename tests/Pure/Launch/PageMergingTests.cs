using Lowtide.Launch;

namespace Lowtide.Tests.Pure.Launch;

public sealed class PageMergingTests
{
    [Theory]
    [InlineData("1", false)]
    [InlineData("0", true)]
    [InlineData("2", true)]
    [InlineData(null, true)]
    public void Says_how_to_start_ksmd_where_it_is_off(string? run, bool warns)
    {
        if (warns)
            Assert.Contains("echo 1 > /sys/kernel/mm/ksm/run", PageMerging.Warning(run));
        else
            Assert.Null(PageMerging.Warning(run));
    }
}
