using System.Collections;
using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

public sealed class DictionaryContractTests
{
    public static TheoryData<string> Names => [.. Calls.Keys];

    private static readonly Dictionary<string, Func<dynamic, object?>> Calls = new(StringComparer.Ordinal)
    {
        ["get unknown"] = map => map["x"],
        ["get null"] = map => map[(string)null!],
        ["set null"] = map => map[(string)null!] = 1,
        ["add null"] = map => { map.Add((string)null!, 1); return null; },
        ["add twice"] = map => { map.Add("a", 1); map.Add("a", 1); return null; },
        ["try add null"] = map => map.TryAdd((string)null!, 1),
        ["contains null"] = map => map.ContainsKey((string)null!),
        ["remove null"] = map => map.Remove((string)null!),
        ["order"] = map => { map["z"] = 5; map["a"] = 6; return map; },
        ["order after removal"] = map => { map.Remove("b"); map.Remove("a"); map["x"] = 1; map["y"] = 2; map["w"] = 3; return map; },
        ["keys"] = map => map.Keys,
        ["values"] = map => map.Values,
        ["keys count"] = map => map.Keys.Count,
        ["keys contains"] = map => ((ICollection<string>)map.Keys).Contains("a"),
        ["values contains"] = map => ((ICollection<int>)map.Values).Contains(2),
        ["keys add"] = map => { ((ICollection<string>)map.Keys).Add("q"); return null; },
        ["values clear"] = map => { ((ICollection<int>)map.Values).Clear(); return null; },
        ["values remove"] = map => ((ICollection<int>)map.Values).Remove(1),
        ["keys copy null"] = map => { map.Keys.CopyTo((string[])null!, 0); return null; },
        ["keys copy negative"] = map => { map.Keys.CopyTo(new string[9], -1); return null; },
        ["keys copy short"] = map => { map.Keys.CopyTo(new string[9], 8); return null; },
        ["keys copy objects"] = map => { var all = new object[9]; ((ICollection)map.Keys).CopyTo(all, 1); return all; },
        ["values copy wrong"] = map => { ((ICollection)map.Values).CopyTo(new string[9], 1); return null; },
        ["set meanwhile"] = map => { foreach (var one in map) map["a"] = 9; return map; },
        ["add meanwhile"] = map => { foreach (var one in map) map["new"] = 9; return map; },
        ["remove meanwhile"] = map => { foreach (var one in map) map.Remove(one.Key); return map; },
        ["clear meanwhile"] = map => { foreach (var one in map) map.Clear(); return map; },
        ["keys changed meanwhile"] = map => { foreach (var one in map.Keys) map["new"] = 9; return map; },
        ["ensure negative"] = map => map.EnsureCapacity(-1),
        ["ensure absurd"] = map => map.EnsureCapacity(int.MaxValue),
        ["trim below"] = map => { map.TrimExcess(-1); return null; },
        ["as IDictionary get"] = map => ((IDictionary)map)["a"],
        ["as IDictionary get wrong"] = map => ((IDictionary)map)[5],
        ["as IDictionary get null"] = map => ((IDictionary)map)[null!],
        ["as IDictionary set wrong key"] = map => ((IDictionary)map)[5] = 1,
        ["as IDictionary set wrong value"] = map => ((IDictionary)map)["a"] = "x",
        ["as IDictionary set null value"] = map => ((IDictionary)map)["a"] = null,
        ["as IDictionary add wrong key"] = map => { ((IDictionary)map).Add(5, 1); return null; },
        ["as IDictionary add wrong value"] = map => { ((IDictionary)map).Add("q", "x"); return null; },
        ["as IDictionary add null"] = map => { ((IDictionary)map).Add(null!, 1); return null; },
        ["as IDictionary contains wrong"] = map => ((IDictionary)map).Contains(5),
        ["as IDictionary contains null"] = map => ((IDictionary)map).Contains(null!),
        ["as IDictionary remove wrong"] = map => { ((IDictionary)map).Remove(5); return map; },
        ["as IDictionary entries"] = map => { var all = new List<object>(); foreach (DictionaryEntry one in (IDictionary)map) all.Add(one); return all; },
        ["as IDictionary enumerator before"] = map => ((IDictionary)map).GetEnumerator().Key,
        ["as IDictionary enumerator after"] = map => { var e = ((IDictionary)map).GetEnumerator(); while (e.MoveNext()) { } return e.Value; },
        ["as ICollection contains"] = map => ((ICollection<KeyValuePair<string, int>>)map).Contains(new("a", 1)),
        ["as ICollection remove other value"] = map => ((ICollection<KeyValuePair<string, int>>)map).Remove(new("a", 7)),
        ["as ICollection copy null"] = map => { ((ICollection<KeyValuePair<string, int>>)map).CopyTo(null!, 0); return null; },
        ["as ICollection copy negative"] = map => { ((ICollection<KeyValuePair<string, int>>)map).CopyTo(new KeyValuePair<string, int>[9], -1); return null; },
        ["as ICollection copy short"] = map => { ((ICollection<KeyValuePair<string, int>>)map).CopyTo(new KeyValuePair<string, int>[9], 8); return null; },
        ["copy entries"] = map => { var all = new DictionaryEntry[3]; ((ICollection)map).CopyTo(all, 0); return all; },
        ["copy objects"] = map => { var all = new object[4]; ((ICollection)map).CopyTo(all, 1); return all; },
        ["copy wrong"] = map => { ((ICollection)map).CopyTo(new int[9], 0); return null; },
        ["copy square"] = map => { ((ICollection)map).CopyTo(new int[9, 2], 0); return null; },
        ["reset"] = map => { var e = ((IEnumerable)map).GetEnumerator(); e.MoveNext(); e.MoveNext(); e.Reset(); e.MoveNext(); return e.Current; },
        ["current before"] = map => ((IEnumerable)map).GetEnumerator().Current,
        ["contains value"] = map => map.ContainsValue(2),
        ["flags"] = map => $"{((IDictionary)map).IsFixedSize} {((IDictionary)map).IsReadOnly} {((ICollection)map).IsSynchronized}",
    };

    private static readonly Dictionary<string, int> Three = new(StringComparer.Ordinal) { ["a"] = 1, ["b"] = 2, ["c"] = 3 };

    [Theory]
    [MemberData(nameof(Names))]
    public void Comes_to_the_same(string name)
    {
        var call = Calls[name];
        Assert.Equal(Observed.Of(() => call(new Dictionary<string, int>(Three))), Observed.Of(() => call(new ChunkedDictionary<string, int>(Three))));
        Assert.Equal(Observed.Of(() => call(new Dictionary<string, int>())), Observed.Of(() => call(new ChunkedDictionary<string, int>())));
    }

    /// <summary>Also of one with free places, with much room to spare, and after it was cleared; entries stand in the framework's order.</summary>
    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(3, 0, 0)]
    [InlineData(5_000, 100, 0)]
    [InlineData(50_000, 0, 0)]
    [InlineData(50_000, 7, 0)]
    [InlineData(50_000, 45_000, 0)]
    [InlineData(50_000, 50_000, 0)]
    [InlineData(20_000, 0, 1_000_000)]
    public void A_copy_has_memory_of_its_own(int count, int removed, int room)
    {
        var (framework, map) = (new Dictionary<string, int>(room), new ChunkedDictionary<string, int>(room));
        for (var i = 0; i < count; i++)
        {
            framework.Add($"{i}", i);
            map.Add($"{i}", i);
        }
        for (var i = 0; i < removed; i++)
            Assert.Equal(framework.Remove($"{i}"), map.Remove($"{i}"));
        var (expected, copy) = (new Dictionary<string, int>(framework), new ChunkedDictionary<string, int>(map));
        Assert.InRange(copy.Capacity, count - removed, Math.Max(4, 2 * (count - removed)));
        for (var i = count - 10; i < count + 20_000; i++)
        {
            expected[$"{i}"] = -i;
            copy[$"{i}"] = -i;
        }
        Assert.Equal(expected, copy);
        Assert.Equal(framework, map);
        map.Clear();
        Assert.Equal(expected, copy);
        for (var i = 0; i < count; i += 3)
            Assert.Equal(expected.Remove($"{i}"), copy.Remove($"{i}"));
        Assert.Equal(expected, copy);
    }

    [Fact]
    public void A_copy_is_compared_as_it_is_told()
    {
        var map = new ChunkedDictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 };
        Assert.False(new ChunkedDictionary<string, int>(map).ContainsKey("A"));
        Assert.True(new ChunkedDictionary<string, int>(map, StringComparer.OrdinalIgnoreCase).ContainsKey("A"));
        var two = new ChunkedDictionary<string, int> { ["a"] = 1, ["A"] = 2 };
        Assert.Equal(
            Observed.Of(() => new Dictionary<string, int>(new Dictionary<string, int>(two), StringComparer.OrdinalIgnoreCase)),
            Observed.Of(() => new ChunkedDictionary<string, int>(two, StringComparer.OrdinalIgnoreCase)));
    }

    [Fact]
    public void A_copy_has_what_a_type_of_its_own_enumerates() =>
        Assert.Equal([new(1, 2)], new ChunkedDictionary<int, int>(new Other { [5] = 6, [7] = 8 }));

    private sealed class Other : ChunkedDictionary<int, int>, IEnumerable<KeyValuePair<int, int>>
    {
        IEnumerator<KeyValuePair<int, int>> IEnumerable<KeyValuePair<int, int>>.GetEnumerator() =>
            Enumerable.Repeat(new KeyValuePair<int, int>(1, 2), 1).GetEnumerator();
    }

    [Fact]
    public void Constructors_refuse_the_same()
    {
        Assert.Equal(Observed.Of(() => new Dictionary<int, int>(-1)), Observed.Of(() => new ChunkedDictionary<int, int>(-1)));
        Assert.Equal(
            Observed.Of(() => new Dictionary<int, int>((IDictionary<int, int>)null!)),
            Observed.Of(() => new ChunkedDictionary<int, int>((IDictionary<int, int>)null!)));
        Assert.Equal(
            Observed.Of(() => new Dictionary<int, int>((IEnumerable<KeyValuePair<int, int>>)null!)),
            Observed.Of(() => new ChunkedDictionary<int, int>((IEnumerable<KeyValuePair<int, int>>)null!)));
        Assert.Equal(
            Observed.Of(() => new Dictionary<int, int>([new(1, 1), new(1, 2)])), Observed.Of(() => new ChunkedDictionary<int, int>([new(1, 1), new(1, 2)])));
        Assert.Equal(
            Observed.Of(() => default(Dictionary<int, int>.Enumerator).MoveNext()),
            Observed.Of(() => default(ChunkedDictionary<int, int>.Enumerator).MoveNext()));
    }
#if NET9_0_OR_GREATER

    [Fact]
    public void Spans_are_looked_up()
    {
        var map = new ChunkedDictionary<string, int>(Three);
        var lookup = map.GetAlternateLookup<ReadOnlySpan<char>>();
        Assert.Equal(2, lookup["xb".AsSpan(1)]);
        lookup["b"] = 5;
        lookup["d"] = 6;
        Assert.False(lookup.TryAdd("a", 9));
        Assert.True(lookup.Remove("c", out var key, out var value));
        Assert.Equal(("c", 3), (key, value));
        Assert.Equal([new("a", 1), new("b", 5), new("d", 6)], map);
        Assert.Throws<KeyNotFoundException>(() => map.GetAlternateLookup<ReadOnlySpan<char>>()["zz"]);
    }
#endif
}
