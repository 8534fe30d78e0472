using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class MeminfoTests
{
    /// <summary>SwapCached is neither Cached nor swap.</summary>
    private const string Linux61 = """
        MemTotal:        8145000 kB
        MemFree:         1209876 kB
        MemAvailable:    5100000 kB
        Buffers:          300000 kB
        Cached:          3200000 kB
        SwapCached:          777 kB
        Active:          2000000 kB
        SwapTotal:       1048572 kB
        SwapFree:        1000000 kB
        """;

    [Fact]
    public void Every_value() => Assert.Equal(
        new HostMemory(8145000L * 1024, 5100000L * 1024, 3500000L * 1024, 1048572L * 1024, 1000000L * 1024) { FreeBytes = 1209876L * 1024 },
        Meminfo.Parse(Linux61));

    [Theory]
    [InlineData("")]
    [InlineData("MemTotal:\nCached: kB\nBuffers: many kB\n")]
    public void Null_for_what_it_does_not_tell(string text) => Assert.Equal(new HostMemory(null, null, null, null, null), Meminfo.Parse(text));

    [Fact]
    public void Cached_is_a_sum_without_holes() =>
        Assert.Null(Meminfo.Parse(Linux61.Replace("Buffers", "Others", StringComparison.Ordinal)).CachedBytes);
}
