using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>The collector's hard limit, and where it is set.</summary>
public sealed class HeapLimitTests
{
    [Theory]
    [InlineData("DOTNET_GCHeapHardLimit", "0xC800000", "DOTNET_GCHeapHardLimit=0xC800000 (hexadecimal)")]
    [InlineData("DOTNET_GCHeapHardLimitPercent", "50", "DOTNET_GCHeapHardLimitPercent=50 (hexadecimal, 80%)")]
    [InlineData("COMPlus_GCHeapHardLimit", "C800000", "COMPlus_GCHeapHardLimit=C800000 (hexadecimal)")]
    [InlineData("DOTNET_GCHeapHardLimitSOH", "C800000", "DOTNET_GCHeapHardLimitSOH=C800000 (hexadecimal), their sum")]
    [InlineData("DOTNET_GCHeapHardLimitLOHPercent", "A", "DOTNET_GCHeapHardLimitLOHPercent=A (hexadecimal), their sum")]
    [InlineData("DOTNET_GCHeapHardLimit", "0", "System.GC.HeapHardLimit of its runtimeconfig.json, or another that begins so (Percent, SOH, LOH, POH)")]
    public void The_setting_behind_a_hard_limit_is_named(string variable, string value, string named) =>
        Assert.Equal(named, HeapLimit.Of(Limited(200 * MiB, variable, value))!.Setting);

    [Fact]
    public void A_limit_made_of_those_of_small_and_large_objects_wins_over_the_whole_heaps()
    {
        var recording = Limited(300 * MiB, "DOTNET_GCHeapHardLimit", "C800000");
        var process = recording.Latest.Master!;
        var limit = HeapLimit.Of(recording with
        {
            Snapshots =
            [
                recording.Latest with
                {
                    Master = process with
                    {
                        Settings = new Dictionary<string, string>(process.Settings!)
                        {
                            ["COMPlus_GCHeapHardLimitSOH"] = "C800000", ["DOTNET_GCHeapHardLimitLOH"] = "6400000",
                        },
                    },
                },
            ],
        })!;
        Assert.Equal("COMPlus_GCHeapHardLimitSOH=C800000, DOTNET_GCHeapHardLimitLOH=6400000 (hexadecimal), their sum", limit.Setting);
        Assert.Equal("raise COMPlus_GCHeapHardLimitSOH and DOTNET_GCHeapHardLimitLOH, or take them out", limit.Raise);
    }

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

    /// <summary>Where the heap has no limit, or has as much already, one of four fifths would only take from it.</summary>
    [Theory]
    [InlineData(0, null, false)]
    [InlineData(300, 400, true)]
    [InlineData(319, 400, true)]
    [InlineData(320, 400, false)]
    [InlineData(300, null, true)]
    public void Four_fifths_are_offered_where_the_heap_may_have_less(int limit, int? memory, bool offered)
    {
        var recording = Limited(limit * MiB, "DOTNET_gcServer", "1");
        Assert.Equal(offered, new HardLimitPercent().Helps(
            Found(new MemoryLimit(), Trace(Collection(1, 2, 1, load: 99), Collection(2, 2, 2, load: 99)))!,
            recording with { Host = recording.Host with { MemoryBytes = memory * MiB } }));
    }

    [Theory]
    [InlineData("DOTNET_GCHeapHardLimit")]
    [InlineData("COMPlus_GCHeapHardLimit")]
    [InlineData("DOTNET_GCHeapHardLimitPOH")]
    public void A_limit_in_percent_is_not_offered_beside_one_that_wins_over_it(string variable) =>
        Assert.StartsWith($"{variable} sets a limit", new HardLimitPercent().Refusal(Limited(200 * MiB, variable, "C800000").Latest), StringComparison.Ordinal);
}
