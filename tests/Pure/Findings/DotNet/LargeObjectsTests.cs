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

    /// <summary>What began collections is the method, whatever its types; each piece of advice is for some of them.</summary>
    [Fact]
    public void A_method_of_several_types_is_one_row_with_its_collections_and_names_the_type_that_each_advice_is_for()
    {
        var trace = Trace([.. Enumerable.Range(0, 2).Select(number => Collection(number + 1, 2, number, reason: CollectionReason.AllocLarge, stack: 2))]) with
        {
            Stacks = [.. Stacks, new DotNetStack(["Shop.Program.Main", "Shop.Export.Write"])],
            Allocations =
            [
                new DotNetAllocations("Row[]", DotNetHeap.Large, 5, 150 << 20, Stacks.Count),
                new DotNetAllocations("Cell[]", DotNetHeap.Large, 5, 40 << 20, Stacks.Count),
                new DotNetAllocations("System.Byte[]", DotNetHeap.Large, 5, 31 << 20, 2),
                new DotNetAllocations("System.Char[]", DotNetHeap.Large, 5, 3 << 20, 2),
                new DotNetAllocations("System.Int32[]", DotNetHeap.Large, 5, 2 << 20, 2),
            ],
        };
        Assert.Equal(
            [
                "Shop.Export.Write: 226 MiB, 2 collections begun there; of it Row[] 150 MiB, Cell[] 40 MiB, System.Byte[] 31 MiB (JSON), 2 more types 5.0 MiB",
            ],
            Rows(trace, "large_bytes"));
        Assert.Collection(Rows(trace, "code"),
            text => Assert.StartsWith("Shop.Export.Write (Row[], Cell[]): fuse the steps that make and read such an object", text, StringComparison.Ordinal),
            text => Assert.StartsWith("Shop.Export.Write (System.Byte[]): fuse the steps: write into the response", text, StringComparison.Ordinal));
        // Of a killed process all methods are one.
        var nameless = trace with { Stacks = [.. trace.Stacks.Select(_ => new DotNetStack(["0x7f2a00"]))] };
        Assert.StartsWith("code without a name: 226 MiB, 2 collections begun there; of it Row[]", Assert.Single(Rows(nameless, "large_bytes")),
            StringComparison.Ordinal);
    }

    /// <summary>A command is copied: it names a process only where that may run.</summary>
    [Theory]
    [InlineData(1, false, false, "7")] // one look
    [InlineData(2, true, false, "7")]
    [InlineData(1, true, false, "PID")] // it ended
    [InlineData(1, false, true, "PID")]
    public void Who_names_types_and_bytes_is_a_command_that_runs(int snapshots, bool sampled, bool ofTrace, string process)
    {
        var trace = Trace([.. Enumerable.Range(0, 2).Select(number => Collection(number + 1, 2, number, reason: CollectionReason.AllocLarge, stack: 2))]);
        var recording = Recording(trace);
        var master = recording.Latest.Master!;
        var facts = master.Process with { Pid = 7, Threads = ofTrace ? 0 : 4, StartTicks = ofTrace ? 0 : 5 };
        var family = recording.Latest with { Master = master with { Process = facts } };
        recording = recording with
        {
            Snapshots = [.. Enumerable.Repeat(family, snapshots)],
            Samples = sampled ? [new Sample(0, 7, 5, Role.Master, MemoryUse.Unknown, null)] : [],
        };
        Assert.Contains(new LargeObjects().Examine(recording).Findings.Single().Evidence,
            row => row.Text == $"types and bytes were not sampled: 'lowtide record {process} --allocations' names them");
    }

    private static List<string> Rows(DotNetTrace trace, string name) =>
        [.. Found(new LargeObjects(), trace)!.Evidence.Where(row => row.Name == name).Select(row => row.Text)];

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
