using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>Whose call it was.</summary>
public sealed class BlameTests
{
    [Fact]
    public void An_address_in_a_methods_place_is_said_to_be_one() =>
        Assert.Equal("unnamed code at 0x7f2a10", Blame.Caller(new DotNetStack(["Shop.Program.Main", "0x7f2a10", "System.GC.Collect"])));

    [Fact]
    public void Where_all_is_the_frameworks_the_innermost_part_is_named()
    {
        Assert.Equal("System.Xml.XmlReader.Read", Blame.Caller(new DotNetStack(
            ["System.Threading.Thread.Start", "System.Xml.XmlReader.Read", "System.GC.Collect"])));
        Assert.Equal(Blame.Unknown, Blame.Caller(null));
    }

    /// <summary>Stacks as the runtime's own code makes them, some frames compiled into their callers; outermost first.</summary>
    [Theory]
    [InlineData("List`1[System.Int64].AddWithResize List`1[System.Int64].Grow List`1[System.Int64].set_Capacity", "a List<T> grows", null)]
    [InlineData("List`1[System.Int64].AddWithResize List`1[System.Int64].set_Capacity", "a List<T> grows", null)]
    [InlineData("List`1[System.Int64].AddRange List`1[System.Int64].Grow", "a List<T> grows", null)]
    [InlineData("List`1[System.Int64]..ctor List`1[System.Int64].AddWithResize List`1[System.Int64].Grow", "a List<T> grows", null)]
    [InlineData("HashSet`1[System.Int32].Add HashSet`1[System.Int32].AddIfNotPresent HashSet`1[System.Int32].Resize", "a HashSet grows", null)]
    [InlineData("HashSet`1[System.Int32]..ctor HashSet`1[System.Int32].UnionWith HashSet`1[System.Int32].Resize", "a HashSet grows", null)]
    [InlineData("Dictionary`2[A,B].TryInsert Dictionary`2[A,B].Resize Dictionary`2[A,B].Resize", "a Dictionary grows", null)]
    [InlineData("HashSet`1[System.Int32]..ctor HashSet`1[System.Int32].Initialize", null, "a HashSet is made at its capacity")]
    [InlineData("HashSet`1[System.Int32].Initialize", null, "a HashSet is made at its capacity")]
    [InlineData("HashSet`1[System.Int32]..ctor HashSet`1[System.Int32].ConstructFrom", null, "a HashSet is made at its capacity")]
    [InlineData("Dictionary`2[A,B].EnsureCapacity Dictionary`2[A,B].Initialize", null, "a Dictionary is made at its capacity")]
    [InlineData("Dictionary`2[A,B].EnsureCapacity Dictionary`2[A,B].Resize", null, "a Dictionary is made at its capacity")]
    [InlineData("List`1[System.Int64]..ctor", null, "a List<T> is made at its capacity")]
    [InlineData("List`1[System.Int64].EnsureCapacity List`1[System.Int64].Grow", null, "a List<T> is made at its capacity")]
    [InlineData("List`1[System.Int64].set_Capacity", null, "a List<T> is made at its capacity")]
    [InlineData("HashSet`1[System.Int32].Add HashSet`1[System.Int32].Initialize", null, null)] // the first few elements of an empty one
    [InlineData("Queue`1[System.Int32].Grow", null, null)]
    public void A_collection_grows_or_is_made_at_its_capacity(string calls, string? growth, string? sized)
    {
        var stack = new DotNetStack(["Shop.Rights.Load", .. calls.Split(' ').Select(call => $"System.Collections.Generic.{call}")]);
        Assert.Equal((growth, sized), (Blame.Growth(stack), Blame.Sized(stack)));
    }

    [Fact]
    public void Who_gave_it_its_capacity_is_not_told_to_do_so()
    {
        var made = new DotNetStack(["Shop.Rights.Load", "System.Collections.Generic.HashSet`1[A]..ctor", "System.Collections.Generic.HashSet`1[A].Initialize"]);
        var grown = new DotNetStack(["Shop.Rights.Load", "System.Collections.Generic.HashSet`1[A].Add", "System.Collections.Generic.HashSet`1[A].Resize"]);
        var work = FrameworkWork.Of([null, made, grown]);
        Assert.StartsWith("it has its capacity already: chunk it", work.WaysOfLarge, StringComparison.Ordinal);
        Assert.Equal("; a HashSet is made at its capacity", work.Words);
        Assert.StartsWith("give it its final capacity", FrameworkWork.Of([grown, made]).WaysOfLarge, StringComparison.Ordinal);
    }
}
