using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Reports;

namespace Lowtide.Tests.Pure.Servers;

public sealed class ServiceUnitTests
{
    [Theory]
    [InlineData("shop.service", "/system.slice/shop.service")]
    [InlineData("shop@2.service", "/system.slice/system-shop.slice/shop@2.service")]
    [InlineData("shop.service", "/user.slice/user-1000.slice/user@1000.service/app.slice/shop.service")]
    [InlineData("shop.service", "/system.slice/shop.service/workers")]
    [InlineData(null, "/user.slice/user-1000.slice/user@1000.service/app.slice/run-1.scope")]
    [InlineData(null, "/docker/0123456789abcdef")]
    [InlineData(null, "/system.slice/$(id).service")]
    [InlineData(null, "/system.slice/shop.service\n")]
    [InlineData(null, "/")]
    public void It_is_the_last_service_on_the_way(string? unit, string path) =>
        Assert.Equal(unit, ServiceUnit.Of(MadeByHand.Known with { Cgroup = new CgroupMemory(2, path, null, null, null) }));

    [Fact]
    public void What_was_not_read_has_none() => Assert.Null(ServiceUnit.Of(MadeByHand.Known with { Cgroup = null }));
}
