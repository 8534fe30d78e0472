using System.Globalization;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Serve;

/// <summary><c>make demo-serve</c>, as a newcomer runs it.</summary>
public sealed class DemoServeTests
{
    [Fact]
    public void A_server_that_loses_its_sharing_is_told_with_the_cause()
    {
        var ports = new[] { "PORT", "WATCH_PORT" }
            .Select(name => string.Create(CultureInfo.InvariantCulture, $"{name}={ServeProcess.FreePort()}"));
        var ran = Ran.Command(["env", .. ports, Path.Combine(Built.Root, "eng", "demo-serve")]);
        Assert.True(ran.ExitCode == 0, ran.Output + ran.Error);
        Assert.Contains("alert sharing-lost raised: workers share less", ran.Output, StringComparison.Ordinal);
        Assert.Contains("cpython.gc-freeze is predicted to help", ran.Output, StringComparison.Ordinal);
    }
}
