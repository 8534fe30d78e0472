using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Live.Sources;

/// <summary>The tests' own process gives its images' pages back, and goes on.</summary>
[Collection(nameof(Alone))]
public sealed class OwnMemoryTests
{
    [Fact]
    public void Pages_that_nobody_wrote_are_unmapped_and_come_back()
    {
        var own = new OwnMemory();
        var before = OfFiles();
        var given = own.GiveBackImages();
        var after = OfFiles();
        // Others run beside it, and what runs comes back at once.
        Assert.InRange(given, before / 10, long.MaxValue);
        Assert.InRange(after, 1, before - (given / 4));
        Assert.InRange(OfFiles(), after / 2, before);
    }

    /// <summary>Bytes, proc_pid_status(5).</summary>
    private static long OfFiles() => long.Parse(
        File.ReadLines("/proc/self/status").Single(line => line.StartsWith("RssFile:", StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
        System.Globalization.CultureInfo.InvariantCulture) * 1024;
}
