using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>Whose call it was.</summary>
public sealed class BlameTests
{
    [Theory]
    [InlineData("Shop.Program.Main 0x7f2a10 System.GC.Collect")]
    [InlineData("0x7f2a00 0x7f2b20")]
    public void Addresses_in_methods_places_are_all_the_same_code_without_a_name(string frames) =>
        Assert.Equal(Blame.Nameless, Blame.Caller(new DotNetStack(frames.Split(' '))));

    [Theory]
    [InlineData("Shop.Program.Main Interop+Sys.Read", "Shop.Program.Main")]
    [InlineData("Shop.Program.Main Interoperability.Orders.Load System.GC.Collect", "Interoperability.Orders.Load")]
    public void A_namespace_that_only_begins_like_the_frameworks_is_the_programs(string frames, string caller) =>
        Assert.Equal(caller, Blame.Caller(new DotNetStack(frames.Split(' '))));

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
        Assert.Contains("it has its capacity already", work.WaysOfLarge, StringComparison.Ordinal);
        Assert.Equal("; a HashSet is made at its capacity", work.Words);
        Assert.Contains("give it its final capacity", FrameworkWork.Of([grown, made]).WaysOfLarge, StringComparison.Ordinal);
        Assert.DoesNotContain("final capacity", work.WaysOfLarge, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("a HashSet grows", null, null, "chunk the collection")]
    [InlineData(null, "a HashSet is made at its capacity", null, "chunk the collection")]
    [InlineData("a List<T> grows", null, "JSON", "chunk the collection")]
    [InlineData(null, null, "JSON", "fuse the steps")]
    [InlineData(null, null, null, "fuse the steps")]
    public void All_three_ways_are_weighed_whatever_made_it_large(string? growth, string? sized, string? serialisation, string first)
    {
        var ways = new FrameworkWork(growth, serialisation) { Sized = sized }.WaysOfLarge;
        Assert.StartsWith(first, ways, StringComparison.Ordinal);
        Assert.True(ways.Length < 280, $"{ways.Length}");
        string[] each = ["fuse the steps", "rent", "ArrayPool<T>", "chunk"];
        Assert.All(each, way => Assert.Contains(way, ways, StringComparison.Ordinal));
        // Renting is weighed against what it does not fit.
        Assert.Contains(growth is null && sized is null ? "where the same method gives it back" : "renting (ArrayPool<T>) does not fit", ways,
            StringComparison.Ordinal);
        Assert.DoesNotContain('\n', ways);
    }

    [Theory]
    [InlineData("System.Text.Json.JsonSerializer.SerializeToUtf8Bytes", "JSON")]
    [InlineData("Newtonsoft.Json.JsonConvert.SerializeObject", "JSON")]
    [InlineData("System.Convert.ToBase64String", "base64")]
    [InlineData("System.Convert.FromBase64String", "base64")]
    [InlineData("System.Convert.TryToBase64Chars", "base64")]
    [InlineData("System.Buffers.Text.Base64.EncodeToUtf8", "base64")]
    [InlineData("System.Xml.XmlDocument.Load", "XML")]
    [InlineData("System.Xml.Linq.XDocument.Parse", "XML")]
    [InlineData("System.Private.Xml.Something.Read", "XML")]
    [InlineData("System.Text.Encoding.GetBytes", "text encoding")]
    [InlineData("System.Text.UTF8Encoding.GetString", "text encoding")]
    [InlineData("System.Text.UTF8Encoding+UTF8EncodingSealed.GetBytes", "text encoding")]
    [InlineData("System.Text.StringBuilder.ToString", "a text built up")]
    [InlineData("System.IO.StringWriter.ToString", "a text built up")]
    [InlineData("System.IO.MemoryStream.ToArray", "a MemoryStream")]
    [InlineData("System.String.Concat", "texts joined")]
    [InlineData("System.String.Join", "texts joined")]
    [InlineData("System.String.Substring", null)]
    [InlineData("System.Convert.ToInt32", null)]
    public void What_a_serialiser_fills_is_named_as_such(string call, string? words)
    {
        var stack = new DotNetStack(["Shop.Program.Main", "Shop.Export.Write", call]);
        Assert.Equal(("Shop.Export.Write", words), (Blame.Caller(stack), Blame.Serialisation(stack)));
        // What a serialiser calls back makes its own arrays.
        Assert.Null(Blame.Serialisation(new DotNetStack([call, "Shop.Row.Name", "System.Array.Resize"])));
    }

    /// <summary>A serialiser writes into a stream: what made the buffer larger comes first.</summary>
    [Fact]
    public void The_innermost_serialiser_is_the_one_that_is_named() => Assert.Equal("a MemoryStream", Blame.Serialisation(new DotNetStack(
        ["Shop.Export.Write", "System.Xml.XmlWriter.WriteBase64", "System.IO.MemoryStream.Write", "System.IO.MemoryStream.set_Capacity"])));
}
