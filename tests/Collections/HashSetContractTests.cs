using System.Collections;
using System.Reflection;
using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

public sealed class HashSetContractTests
{
    public static TheoryData<string> Names => [.. Calls.Keys];

    private static readonly Dictionary<string, Func<dynamic, object?>> Calls = new(StringComparer.Ordinal)
    {
        ["null element"] = set => $"{set.Add(null)} {set.Contains(null)} {set.Remove(null)} {set.Contains(null)}",
        ["order"] = set => { set.Add("z"); set.Add("y"); return set; },
        ["order after removal"] = set => { set.Remove("b"); set.Remove("d"); set.Add("x"); set.Add("w"); set.Add("v"); return set; },
        ["union null"] = set => { set.UnionWith((IEnumerable<string>)null!); return null; },
        ["intersect null"] = set => { set.IntersectWith((IEnumerable<string>)null!); return null; },
        ["except null"] = set => { set.ExceptWith((IEnumerable<string>)null!); return null; },
        ["symmetric null"] = set => { set.SymmetricExceptWith((IEnumerable<string>)null!); return null; },
        ["subset null"] = set => set.IsSubsetOf((IEnumerable<string>)null!),
        ["proper subset null"] = set => set.IsProperSubsetOf((IEnumerable<string>)null!),
        ["superset null"] = set => set.IsSupersetOf((IEnumerable<string>)null!),
        ["proper superset null"] = set => set.IsProperSupersetOf((IEnumerable<string>)null!),
        ["overlaps null"] = set => set.Overlaps((IEnumerable<string>)null!),
        ["equals null"] = set => set.SetEquals((IEnumerable<string>)null!),
        ["union itself"] = set => { set.UnionWith(set); return set; },
        ["intersect itself"] = set => { set.IntersectWith(set); return set; },
        ["except itself"] = set => { set.ExceptWith(set); return set; },
        ["symmetric itself"] = set => { set.SymmetricExceptWith(set); return set; },
        ["itself below"] = set => $"{set.IsSubsetOf(set)} {set.IsProperSubsetOf(set)} {set.Overlaps(set)}",
        ["itself above"] = set => $"{set.IsSupersetOf(set)} {set.IsProperSupersetOf(set)} {set.SetEquals(set)}",
        ["nothing below"] = set => $"{set.IsSubsetOf(Nothing)} {set.IsProperSubsetOf(Nothing)} {set.Overlaps(Nothing)}",
        ["nothing above"] = set => $"{set.IsSupersetOf(Nothing)} {set.IsProperSupersetOf(Nothing)} {set.SetEquals(Nothing)}",
        ["remove where null"] = set => set.RemoveWhere((Predicate<string>)null!),
        ["ensure negative"] = set => set.EnsureCapacity(-1),
        ["ensure absurd"] = set => set.EnsureCapacity(int.MaxValue),
        ["copy to null"] = set => { set.CopyTo((string[])null!); return null; },
        ["copy to short"] = set => { set.CopyTo(new string[2]); return null; },
        ["copy to negative"] = set => { set.CopyTo(new string[9], -1); return null; },
        ["copy to count negative"] = set => { set.CopyTo(new string[9], 0, -1); return null; },
        ["copy to far"] = set => { set.CopyTo(new string[9], 10, 0); return null; },
        ["copy to part"] = set => { var all = new string[6]; set.CopyTo(all, 1, 2); return all; },
        ["add meanwhile"] = set => { foreach (var one in set) set.Add("new"); return null; },
        ["add known meanwhile"] = set => { foreach (var one in set) set.Add("a"); return set; },
        ["remove meanwhile"] = set => { foreach (var one in set) set.Remove(one); return set; },
        ["clear meanwhile"] = set => { foreach (var one in set) set.Clear(); return set; },
        ["ensure meanwhile"] = set => { foreach (var one in set) set.EnsureCapacity(1000); return set; },
        ["current before"] = set => ((IEnumerable)set).GetEnumerator().Current,
        ["current after"] = set => { var e = ((IEnumerable)set).GetEnumerator(); while (e.MoveNext()) { } return e.Current; },
        ["reset"] = set => { var e = ((IEnumerable)set).GetEnumerator(); e.MoveNext(); e.Reset(); e.MoveNext(); return e.Current; },
        ["reset changed"] = set => { var e = ((IEnumerable)set).GetEnumerator(); set.Add("new"); e.Reset(); return null; },
        ["empty one filled meanwhile"] = set => { set.Clear(); var e = ((IEnumerable<string>)set).GetEnumerator(); set.Add("x"); return e.MoveNext(); },
        ["trim below"] = set => { set.TrimExcess(-1); return null; },
        ["comparer"] = set => Equals(set.Comparer, EqualityComparer<string>.Default),
    };

    private static readonly string[] Nothing = [];
    private static readonly string[] Letters = ["a", "b", "c", "d", "e"];

    [Theory]
    [MemberData(nameof(Names))]
    public void Comes_to_the_same(string name)
    {
        Assert.SkipWhen(name == "trim below" && Environment.Version.Major < 9, "HashSet has TrimExcess(int) from .NET 9 on");
        var call = Calls[name];
        Assert.Equal(Observed.Of(() => call(new HashSet<string>(Letters))), Observed.Of(() => call(new ChunkedHashSet<string>(Letters))));
        Assert.Equal(Observed.Of(() => call(new HashSet<string>())), Observed.Of(() => call(new ChunkedHashSet<string>())));
    }

    [Fact]
    public void Constructors_refuse_the_same()
    {
        Assert.Equal(Observed.Of(() => new HashSet<int>(-1)), Observed.Of(() => new ChunkedHashSet<int>(-1)));
        Assert.Equal(Observed.Of(() => new HashSet<int>((IEnumerable<int>)null!)), Observed.Of(() => new ChunkedHashSet<int>((IEnumerable<int>)null!)));
        Assert.Equal(Observed.Of(() => default(HashSet<int>.Enumerator).MoveNext()), Observed.Of(() => default(ChunkedHashSet<int>.Enumerator).MoveNext()));
    }

    /// <summary>Also of one with free entries, with much room to spare, and after it was cleared.</summary>
    [Theory]
    [InlineData(0, 0)]
    [InlineData(3, 0)]
    [InlineData(5_000, 100)]
    [InlineData(50_000, 7)]
    [InlineData(50_000, 45_000)]
    [InlineData(50_000, 50_000)]
    public void A_copy_has_memory_of_its_own(int count, int removed)
    {
        var set = new ChunkedHashSet<string>(Enumerable.Range(0, count).Select(number => $"{number}"));
        foreach (var number in Enumerable.Range(0, removed))
            set.Remove($"{number}");
        var copy = new ChunkedHashSet<string>(set);
        Assert.Equal(set, copy);
        var (expected, kept) = (new HashSet<string>(set), new HashSet<string>(set));
        foreach (var number in Enumerable.Range(count - 10, 20_000))
            Assert.Equal(expected.Add($"{number}"), copy.Add($"{number}"));
        Assert.True(set.SetEquals(kept));
        set.Clear();
        Assert.True(copy.SetEquals(expected));
        Assert.All(expected.Take(100), item => Assert.True(copy.Remove(item)));
        Assert.Equal(expected.Count - Math.Min(100, expected.Count), copy.Count);
    }

    [Fact]
    public void Comparers_that_throw_or_lie_do_no_harm()
    {
        var throwing = new ChunkedHashSet<int>(EqualityComparer<int>.Create((_, _) => throw new FormatException(), value => value % 7));
        throwing.Add(1);
        Assert.Throws<FormatException>(() => throwing.Add(8));
        Assert.Equal([1], throwing);
        var unequal = new ChunkedHashSet<int>(EqualityComparer<int>.Create((_, _) => false, _ => 0));
        for (var i = 0; i < 500; i++)
            Assert.True(unequal.Add(1));
        Assert.False(unequal.Remove(1));
        Assert.Equal(500, unequal.Count());
    }

    [Fact]
    public void Sets_are_equal_by_their_elements()
    {
        var comparer = ChunkedHashSet<string>.CreateSetComparer();
        ChunkedHashSet<string> ordinal = ["a", "b"];
        var ignoring = new ChunkedHashSet<string>(["b", "a"], StringComparer.OrdinalIgnoreCase);
        Assert.True(comparer.Equals(ordinal, ["b", "a"]));
        Assert.True(comparer.Equals(ordinal, ignoring));
        Assert.False(comparer.Equals(ordinal, ["a"]));
        Assert.False(comparer.Equals(ordinal, null));
        Assert.Equal(comparer.GetHashCode(ordinal), comparer.GetHashCode(ignoring));
        Assert.Equal(comparer, ChunkedHashSet<string>.CreateSetComparer());
    }

    /// <summary>Numbers of sectors, pages and networks: all alike in their low bits. By chance a thousand keys would use 640 of the 1024 buckets.</summary>
    [Fact]
    public void Keys_that_are_multiples_of_a_power_of_two_do_not_meet_in_a_few_buckets()
    {
        for (var shift = 0; shift <= 20; shift++)
        {
            var set = new ChunkedHashSet<int>();
            for (var i = 0; i < 1000; i++)
                Assert.True(set.Add(i << shift));
            Assert.True(UsedBuckets(set) >= 400, $"multiples of {1 << shift} use {UsedBuckets(set)} buckets");
            Assert.True(UsedBuckets(new ChunkedHashSet<int>(set)) >= 400, $"of a copy, multiples of {1 << shift} use {UsedBuckets(new(set))}");
            Assert.All(Enumerable.Range(0, 1000), i => Assert.True(set.Remove(i << shift)));
        }
    }

    /// <summary>What many buckets tell apart, fewer may not: in a copy, and once it is trimmed.</summary>
    [Fact]
    public void Nor_where_a_table_shrinks()
    {
        var set = new ChunkedHashSet<int>(1_000_000);
        for (var i = 0; i < 1000; i++)
            Assert.True(set.Add(i * 1024));
        Assert.Equal(1000, UsedBuckets(set));
        Assert.True(UsedBuckets(new ChunkedHashSet<int>(set)) >= 400);
        set.TrimExcess();
        Assert.True(UsedBuckets(set) >= 400);
        Assert.All(Enumerable.Range(0, 1000), i => Assert.True(set.Contains(i * 1024)));
    }

    /// <summary>A table that need not grow finds it as it adds: eight share a bucket at most where they are no multiples of more.</summary>
    [Theory]
    [InlineData(3, 128)]
    [InlineData(4, 400)]
    [InlineData(20, 400)]
    public void Nor_where_there_is_room_for_all(int shift, int used)
    {
        var set = new ChunkedHashSet<int>(1000);
        for (var i = 0; i < 1000; i++)
            Assert.True(set.Add(i << shift));
        Assert.True(UsedBuckets(set) >= used, $"{UsedBuckets(set)} buckets");
        Assert.All(Enumerable.Range(0, 1000), i => Assert.True(set.Contains(i << shift)));
        Assert.False(set.Contains(-1));
    }

    private static int UsedBuckets(ChunkedHashSet<int> set)
    {
        const BindingFlags Own = BindingFlags.Instance | BindingFlags.NonPublic;
        var table = typeof(ChunkedHashSet<int>).GetField("_table", Own)!.GetValue(set)!;
        return ((int[][])table.GetType().GetField("_buckets", Own)!.GetValue(table)!).Sum(chunk => chunk.Count(bucket => bucket != 0));
    }

    [Fact]
    public void Keeps_everything_through_many_bucket_chunks()
    {
        var set = new ChunkedHashSet<int>();
        for (var i = 0; i < 300_000; i++)
            Assert.True(set.Add(i * 1024));
        Assert.Equal(300_000, set.Count);
        for (var i = 0; i < 300_000; i++)
            Assert.True(set.Contains(i * 1024));
        Assert.False(set.Contains(1));
        set.RemoveWhere(value => value % 2048 == 0);
        set.TrimExcess();
        Assert.Equal(Enumerable.Range(0, 300_000).Select(i => i * 1024).Where(value => value % 2048 != 0), set.ToArray());
    }
#if NET9_0_OR_GREATER

    [Fact]
    public void Spans_are_looked_up()
    {
        ChunkedHashSet<string> set = ["one", "two"];
        var lookup = set.GetAlternateLookup<ReadOnlySpan<char>>();
        Assert.True(lookup.Contains("xtwo".AsSpan(1)));
        Assert.True(lookup.Add("three"));
        Assert.False(lookup.Add("three"));
        Assert.True(lookup.TryGetValue("one", out var one) && one == "one");
        Assert.True(lookup.Remove("two"));
        Assert.Equal(["one", "three"], set);
        Assert.False(set.TryGetAlternateLookup<int>(out _));
        Assert.Throws<InvalidOperationException>(() => set.GetAlternateLookup<int>());
    }
#endif
}
