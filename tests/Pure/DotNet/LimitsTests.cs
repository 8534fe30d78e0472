using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>Which limit it was, and where that is set.</summary>
public sealed class LimitsTests
{
    private const long MiB = 1 << 20;

    [Fact]
    public void A_limit_of_ones_own_lies_between_what_made_it_collect_and_what_did_not()
    {
        // It looks each 10 s, and memory is 100 MiB for a minute and 200 MiB for the next.
        var recording = Watching(time => time < 60 ? 100 : 200, collectsAbove: 150, period: 10, seconds: 120);
        Assert.Equal(new OwnLimit(100 * MiB, 200 * MiB), Of(recording));
        var finding = Assert.Single(new InducedCollections().Examine(recording with { Host = recording.Host with { MemoryBytes = 250 * MiB } }).Findings);
        Assert.Equal(
            "it collected when the process held 200 MiB or more of its own (private bytes), and not when it held 100 MiB or less: a limit of its own "
                + "in between, 40% to 80% of the machine's 250 MiB; 60% is what ASP.NET's RecycleLimitMonitor takes where nobody sets one",
            finding.Evidence.Single(row => row.Name == "own_limit_bytes").Text);
    }

    [Fact]
    public void Where_it_collects_each_time_the_limit_is_somewhere_below() =>
        Assert.Equal(new OwnLimit(null, 200 * MiB), Of(Watching(_ => 200, collectsAbove: 150, period: 10, seconds: 120)));

    [Fact]
    public void What_does_not_hang_on_memory_has_no_limit()
    {
        // It held more when it did not collect.
        Assert.Null(Of(Watching(time => time < 60 ? 300 : 200, collectsAbove: 0, period: 10, seconds: 120, from: 60)));
        // It comes at no regular times.
        var irregular = Recording(Trace([.. new double[] { 1, 2, 50, 60, 300 }.Select((at, number) => Induced(number, at))]));
        Assert.Null(Of(irregular));
    }

    [Theory]
    [InlineData("DOTNET_GCHeapHardLimit", "0xC800000", "DOTNET_GCHeapHardLimit=0xC800000 (hexadecimal)")]
    [InlineData("DOTNET_GCHeapHardLimitPercent", "50", "DOTNET_GCHeapHardLimitPercent=50 (hexadecimal, 80%)")]
    [InlineData("DOTNET_gcServer", "1", "System.GC.HeapHardLimit or HeapHardLimitPercent of its runtimeconfig.json")]
    public void The_setting_behind_a_hard_limit_is_named(string variable, string value, string named) =>
        Assert.Equal(named, HeapLimit.Of(Limited(200 * MiB, variable, value))!.Setting);

    [Fact]
    public void Three_quarters_of_a_containers_limit_are_the_runtimes_own_choice()
    {
        var recording = Limited(300 * MiB, "DOTNET_gcServer", "1");
        var inContainer = recording with { Snapshots = [recording.Latest with { Cgroup = new CgroupMemory(2, "/", 400 * MiB, 0, 0) }] };
        Assert.Equal("three quarters of the container's 400 MiB (memory.max), the runtime's own choice", HeapLimit.Of(inContainer)!.Setting);
        var set = inContainer with { Snapshots = [inContainer.Latest with { Cgroup = new CgroupMemory(2, "/", 900 * MiB, 0, 0) }] };
        Assert.Contains("runtimeconfig", HeapLimit.Of(set)!.Setting, StringComparison.Ordinal);
        Assert.Null(HeapLimit.Of(Limited(0, "DOTNET_gcServer", "1")));
    }

    [Theory]
    [InlineData(179, false)] // of 200 MiB
    [InlineData(180, true)]
    public void A_heap_that_is_nearly_full_is_told(long before, bool told)
    {
        var recording = Limited(200 * MiB, HeapLimit.InBytes, "C800000");
        var full = recording with
        {
            DotNet = recording.DotNet! with
            {
                Collections = [.. Enumerable.Range(0, 2).Select(number => Collection(number, 2, number) with
                {
                    Before = [0, 0, before * MiB, 0, 0], After = [0, 0, 150 * MiB, 0, 0],
                })],
            },
        };
        var finding = new MemoryLimit().Examine(full).Findings.SingleOrDefault();
        Assert.Equal(told, finding is not null);
        if (finding is not null)
            Assert.Equal("up to 90% of it was filled as 2 of them began, 75% in the mean as they ended", finding.Evidence[0].Text);
    }

    [Fact]
    public void A_limit_in_percent_is_not_offered_beside_one_in_bytes() =>
        Assert.Contains(HeapLimit.InBytes, new HardLimitPercent().Refusal(Limited(200 * MiB, HeapLimit.InBytes, "C800000").Latest), StringComparison.Ordinal);

    private static OwnLimit? Of(Recording recording) =>
        OwnLimit.Of(recording, recording.DotNet!, recording.DotNet!.Collections.Where(collection => collection.IsInduced));

    private static DotNetCollection Induced(int number, double at) => Collection(number, 2, at, reason: CollectionReason.Induced, stack: 0);

    private static Recording Watching(Func<double, long> mebibytes, long collectsAbove, double period, double seconds, double from = 0)
    {
        var looks = Enumerable.Range(0, (int)(seconds / period)).Select(number => (period / 2) + (number * period));
        return Recording(Trace([.. looks.Where(at => at >= from && mebibytes(at) > collectsAbove).Select((at, number) => Induced(number, at))]) with
        {
            Seconds = seconds,
        }) with
        {
            Samples = [.. Enumerable.Range(0, (int)seconds).Select(second => new Sample(
                second, 7, 7, Role.Master, MemoryUse.Unknown with { PrivateBytes = mebibytes(second) * MiB }, null))],
        };
    }

    private static Recording Limited(long bytes, string variable, string value)
    {
        var recording = Recording(Trace() with { Settings = Settings with { HardLimitBytes = bytes } });
        var process = recording.Latest.Master! with { Settings = new Dictionary<string, string> { [variable] = value } };
        return recording with { Snapshots = [recording.Latest with { Master = process }] };
    }
}
