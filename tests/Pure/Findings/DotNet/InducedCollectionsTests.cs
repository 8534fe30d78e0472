using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>Whoever asks for collections.</summary>
public sealed class InducedCollectionsTests
{
    [Fact]
    public void Whoever_collects_by_a_timer_is_named_with_its_period_and_the_free_memory()
    {
        var asked = Enumerable.Range(0, 6).Select(number => Collection(number + 1, 2, 60 * number, 0.3, reason: CollectionReason.Induced, stack: 0));
        var finding = Found(new InducedCollections(), Trace([.. asked]));
        Assert.Equal("Shop.Watcher.Check asked for 6 of the 6 collections, one every 60 s.", finding!.Statement);
        Assert.Equal(1.8, finding.Seconds!.Value, 6);
        Assert.Contains("not short", finding.Evidence.Single(row => row.Name == "memory_load_percent").Text, StringComparison.Ordinal);
        Assert.Null(Found(new InducedCollections(), Trace(Of(5, 5, 5))));
    }

    [Fact]
    public void Nobody_is_told_to_change_code_without_a_name()
    {
        var trace = Trace(Collection(1, 2, 1, reason: CollectionReason.Induced, stack: 0)) with { Stacks = [new DotNetStack(["0x7f2a00", "0x7f2b10"])] };
        var finding = Found(new InducedCollections(), trace)!;
        Assert.Equal("code without a name asked for 1 of the 1 collections.", finding.Statement);
        Assert.Contains("record again", Assert.Single(finding.Evidence, row => row.Name == "code").Text, StringComparison.Ordinal);
    }

    /// <summary>Which takes the samples of a recording; one look says how much there is, and where to go on.</summary>
    [Fact]
    public void One_look_does_not_tell_of_a_limit()
    {
        var recording = Recording(Trace(Collection(1, 2, 1, reason: CollectionReason.Induced, stack: 0)) with { Pid = 1 });
        var process = recording.Latest.Master!;
        var look = recording with
        {
            Host = recording.Host with { MemoryBytes = 1000 * MiB },
            Snapshots = [recording.Latest with { Master = process with { Memory = process.Memory with { PrivateBytes = 590 * MiB } } }],
        };
        var row = Assert.Single(new InducedCollections().Examine(look).Findings).Evidence.Single(row => row.Name == "private_share");
        Assert.Equal(0.59, row.Value!.Value, 6);
        Assert.Contains("'lowtide record 1'", row.Text, StringComparison.Ordinal);
    }
}
