using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>Threads that wait for a background collection.</summary>
public sealed class LohWaitsTests
{
    [Fact]
    public void Waits_of_large_allocations_are_told_by_thread()
    {
        var trace = Trace(Of(1, 0, 0));
        Assert.Null(Found(new LohWaits(), trace));
        Assert.Null(Found(new LohWaits(), trace with { Waits = [] }));
        // As memory was short, whatever they wanted it for.
        Assert.Null(Found(new LohWaits(), trace with { Waits = [new DotNetWait(1, 0.3, 5, ForLarge: false)] }));
        Assert.Equal(0.7, Found(new LohWaits(), trace with { Waits = [new DotNetWait(1, 0.3, 5), new DotNetWait(2, 0.4, 6)] })!.Seconds!.Value, 6);
    }

    /// <summary>What the runtime itself has against it came with .NET 10.</summary>
    [Theory]
    [InlineData("10.0.12", "the runtime's own setting, from .NET 10 on: DOTNET_UOHWaitBGCSizeIncPercent (hexadecimal) says", true)]
    [InlineData("9.0.20", "no setting of .NET 8 and 9 says when threads begin to wait; .NET 10", false)]
    [InlineData(null, "the runtime's own setting, from .NET 10 on: DOTNET_UOH", true)] // it may be one that has it
    public void The_runtimes_own_setting_is_named_where_it_has_one(string? version, string words, bool offered)
    {
        var recording = Recording(Trace(Of(1, 0, 0)) with { Waits = [new DotNetWait(1, 0.3, 5)] });
        var process = recording.Latest.Master! with { Runtime = new RuntimeFacts("dotnet", version, null) };
        var diagnosis = Diagnosis.Of(recording with { Snapshots = [recording.Latest with { Master = process }] });
        var explained = Assert.Single(diagnosis.Findings, one => one.Finding.Id == "dotnet.loh-waits");
        Assert.Single(explained.Finding.Evidence, row => row.Text.StartsWith(words, StringComparison.Ordinal));
        Assert.Equal(offered, explained.Remedies.Any(remedy => remedy.Remedy.Id == "dotnet.loh-wait-percent"));
    }
}
