using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>Large objects that begin collections, or are many.</summary>
public sealed class LargeObjectsTests
{
    [Fact]
    public void Large_objects_are_told_by_method_type_and_what_was_done()
    {
        var trace = Trace([.. Enumerable.Range(0, 2).Select(number => Collection(number + 1, 2, number, reason: CollectionReason.AllocLarge, stack: 1))]) with
        {
            Allocations =
            [
                new DotNetAllocations("Entry[System.Int32][]", DotNetHeap.Large, 5, 300 << 20, 1),
                new DotNetAllocations("System.Byte[]", DotNetHeap.Large, 5, 200 << 20, 2),
                new DotNetAllocations("System.String", DotNetHeap.Small, 5, 900 << 20, 2),
            ],
        };
        Assert.Equal(
            [
                new LargeAllocator("Shop.Rights.Load", "Entry[System.Int32][]", 300 << 20, 2, new FrameworkWork("a HashSet grows", null)),
                new LargeAllocator("Shop.Export.Write", "System.Byte[]", 200 << 20, 0, new FrameworkWork(null, "JSON")),
            ],
            LargeAllocator.All(trace));
        Assert.StartsWith("Large objects began 2 of the 2 collections; most by Shop.Rights.Load", Found(new LargeObjects(), trace)!.Statement,
            StringComparison.Ordinal);
        var small = Trace(Of(5, 0, 0)) with { Allocations = [trace.Allocations![2]] };
        Assert.Null(Found(new LargeObjects(), small));
    }

    /// <summary>What is the same for several is said once and names each of them, but not the seventh, which is not listed.</summary>
    [Fact]
    public void Every_allocator_that_is_listed_is_advised()
    {
        string[] plain = ["Shop.Images.Scale", "Shop.Images.Crop", "Shop.Sums.Add", "Shop.Sums.Sort", "Shop.Sums.Late"];
        var trace = Trace() with
        {
            Stacks = [.. Stacks, .. plain.Select(method => new DotNetStack(["Shop.Program.Main", method]))],
            Allocations =
            [
                new DotNetAllocations("System.Byte[]", DotNetHeap.Large, 5, 900 << 20, Stacks.Count),
                new DotNetAllocations("Entry[System.Int32][]", DotNetHeap.Large, 5, 800 << 20, 1),
                new DotNetAllocations("System.Byte[]", DotNetHeap.Large, 5, 700 << 20, 2),
                .. Enumerable.Range(1, 4).Select(number =>
                    new DotNetAllocations("System.Byte[]", DotNetHeap.Large, 5, (700 - number) << 20, Stacks.Count + number)),
            ],
        };
        var rows = Found(new LargeObjects(), trace)!.Evidence;
        Assert.Equal(6, rows.Count(row => row.Name == "large_bytes"));
        Assert.Equal(
            ["Shop.Images.Scale, Shop.Images.Crop, Shop.Sums.Add, Shop.Sums.Sort", "Shop.Rights.Load", "Shop.Export.Write"],
            rows.Where(row => row.Name == "code").Select(row => row.Text[..row.Text.IndexOf(": ", StringComparison.Ordinal)]));
    }

    [Fact]
    public void What_has_no_type_is_said_to_be_of_unknown_ones()
    {
        var trace = Trace() with { Allocations = [new DotNetAllocations("", DotNetHeap.Large, 5, 300 << 20, null)] };
        Assert.StartsWith("unknown code: unknown types, ", LargeAllocator.All(trace).Single().Words, StringComparison.Ordinal);
    }

    /// <summary>One method calls from many addresses, and nobody finds its code by them.</summary>
    [Fact]
    public void Code_without_a_name_is_one_allocator_that_gets_no_advice_but_how_to_name_it()
    {
        var trace = Trace() with
        {
            Stacks = [.. Stacks, new DotNetStack(["0x7f2a00", "0x7f2b10"]), new DotNetStack(["0x7f2a00", "0x7f2b20"])],
            Allocations =
            [
                .. Enumerable.Range(0, 2).Select(way => new DotNetAllocations("System.Byte[]", DotNetHeap.Large, 5, 300 << 20, Stacks.Count + way)),
                new DotNetAllocations("System.Byte[]", DotNetHeap.Large, 5, 200 << 20, 2),
                new DotNetAllocations("System.Byte[]", DotNetHeap.Large, 5, 100 << 20, null),
            ],
        };
        Assert.Equal(
            [("code without a name", 600L << 20), ("Shop.Export.Write", 200L << 20), (Blame.Unknown, 100L << 20)],
            LargeAllocator.All(trace).Select(allocator => (allocator.Caller, allocator.Bytes!.Value)));
        Assert.Collection(Found(new LargeObjects(), trace)!.Evidence.Where(row => row.Name == "code"),
            row => Assert.StartsWith("Shop.Export.Write: fuse", row.Text, StringComparison.Ordinal),
            row => Assert.StartsWith("code without a name: the runtime tells names as a recording ends; ", row.Text, StringComparison.Ordinal));
    }

    /// <summary>A .nettrace with nothing that Lowtide takes out of it, and one with a sample in no time.</summary>
    [Fact]
    public void A_trace_of_no_time_has_none_and_upsets_no_rule()
    {
        var empty = Trace() with { Seconds = 0, Stacks = [], Settings = null, MethodsNamed = false };
        Assert.Empty(FindingRules.Examine(Recording(empty)).Findings);
        var sampled = empty with { Allocations = [new DotNetAllocations("System.Byte[]", DotNetHeap.Large, 1, 100_000, null)] };
        Assert.Empty(FindingRules.Examine(Recording(sampled)).Findings);
    }
}
