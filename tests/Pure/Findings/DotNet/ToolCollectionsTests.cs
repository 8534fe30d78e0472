using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>A heap dump beside the recording: "unknown code of the program" was blamed for it.</summary>
public sealed class ToolCollectionsTests
{
    private static readonly IReadOnlyList<DotNetStack> WithEmpty = [.. Stacks, new DotNetStack([])];

    [Fact]
    public void A_collection_with_nobody_on_its_stack_is_a_tools()
    {
        var trace = Trace(
            Collection(1, 2, 1, 0.3, reason: CollectionReason.Induced, stack: 0),
            Collection(2, 2, 2, 0.5, reason: CollectionReason.Induced, stack: Stacks.Count),
            Collection(3, 0, 3, stack: Stacks.Count)) with { Stacks = WithEmpty };
        var finding = Found(new ToolCollections(), trace)!;
        Assert.StartsWith("A diagnostic tool asked for 1 of the 3 collections", finding.Statement);
        Assert.Equal(0.5, finding.Seconds!.Value, 6);
        Assert.StartsWith("Shop.Watcher.Check asked for 1 of the 3 collections", Found(new InducedCollections(), trace)!.Statement);
    }

    [Fact]
    public void The_programs_own_are_none() =>
        Assert.Null(Found(new ToolCollections(), Trace(Collection(1, 2, 1, reason: CollectionReason.Induced, stack: 0)) with { Stacks = WithEmpty }));

    /// <summary>Nothing else is in the trace that could show stacks: "unknown code of the program" was blamed for it.</summary>
    [Fact]
    public void Of_an_idle_service_the_only_one_is_a_tools()
    {
        var idle = Trace(Collection(1, 2, 1, reason: CollectionReason.Induced, stack: 0)) with { Stacks = [new DotNetStack([])], StacksTold = true };
        Assert.StartsWith("A diagnostic tool asked for 1 of the 1 collections", Found(new ToolCollections(), idle)!.Statement);
        Assert.Null(Found(new InducedCollections(), idle));
    }

    /// <summary>Its stack was left out, or the trace has none at all: nobody knows whose it is.</summary>
    [Fact]
    public void One_whose_stack_is_not_known_is_none()
    {
        Assert.Null(Found(new ToolCollections(), Trace(Collection(1, 2, 1, reason: CollectionReason.Induced)) with { Stacks = WithEmpty }));
        var empty = Collection(1, 2, 1, reason: CollectionReason.Induced, stack: 0);
        Assert.Null(Found(new ToolCollections(), Trace(empty) with { Stacks = [new DotNetStack([])] }));
    }
}
