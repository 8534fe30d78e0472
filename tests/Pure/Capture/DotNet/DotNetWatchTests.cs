using Lowtide.Capture.DotNet;

namespace Lowtide.Tests.Pure.Capture.DotNet;

public sealed class DotNetWatchTests
{
    /// <summary>Above any pid that Linux gives (PID_MAX_LIMIT).</summary>
    private const int Nobody = int.MaxValue;

    /// <summary>The version comes first: of an old runtime nothing else is asked, not even whether it is still there.</summary>
    [Theory]
    [InlineData("6.0.1", "its runtime is .NET 6.0.1; Lowtide listens to 8 and later")]
    [InlineData("7.0.20", "its runtime is .NET 7.0.20; Lowtide listens to 8 and later")]
    [InlineData("8.0.0", "it ended")]
    [InlineData(null, "it ended")]
    public async Task A_runtime_that_is_too_old_is_refused_by_its_version(string? version, string why)
    {
        var (watch, refused) = await DotNetWatch.TryStartAsync(
            Nobody, version, new DotNetListening(), () => 0, TimeProvider.System, TestContext.Current.CancellationToken);
        Assert.Null(watch);
        Assert.NotNull(refused);
        Assert.Equal(why, refused.Why);
        Assert.Null(refused.Mend);
    }
}
