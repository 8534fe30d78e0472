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
}
