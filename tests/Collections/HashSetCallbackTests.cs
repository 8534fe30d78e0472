using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>A predicate that changes the set which calls it comes to what it comes to with HashSet: result, calls, and what is left.</summary>
public sealed class HashSetCallbackTests
{
    private static readonly string[] Letters = ["a", "b", "c", "d", "e", "f"];

    private static readonly Dictionary<string, Action<dynamic>> Changes = new(StringComparer.Ordinal)
    {
        ["clears"] = set => set.Clear(),
        ["clears and adds"] = set => { set.Clear(); set.Add("x"); },
        ["adds"] = set => set.Add("x"),
        ["removes the first"] = set => set.Remove("a"),
        ["removes the last"] = set => set.Remove("f"),
        ["removes and adds"] = set => { set.Remove("e"); set.Add("x"); },
        ["clears and trims"] = set => { set.Clear(); set.TrimExcess(); },
    };

    public static TheoryData<string, int> All
    {
        get
        {
            var all = new TheoryData<string, int>();
            foreach (var change in Changes.Keys)
                foreach (var at in (int[])[0, 2, 5])
                    all.Add(change, at);
            return all;
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void RemoveWhere_comes_to_the_same(string change, int at)
    {
        foreach (var matching in (string[])["", "bd", "abcdefx0"])
            Assert.Equal(Told(new HashSet<string>(Letters), matching), Told(new ChunkedHashSet<string>(Letters), matching));

        string Told(dynamic set, string matching)
        {
            var asked = 0;
            Predicate<string> match = item =>
            {
                if (asked++ == at)
                    Changes[change](set);
                return matching.Contains(item, StringComparison.Ordinal);
            };
            var came = Observed.Of(() => set.RemoveWhere(match));
            return $"{came}; asked {asked}; left {set.Count}: {Observed.Of(() => ((IEnumerable<string>)set).Take(10))}";
        }
    }

    /// <summary>The one difference, and docs/collections.md has it: HashSet goes on in the array that it had, and past its end.</summary>
    [Fact]
    public void RemoveWhere_goes_on_in_a_set_that_grew()
    {
        Assert.Throws<IndexOutOfRangeException>(() => Grown(new HashSet<string>(Letters)));
        Assert.Equal((3, 20_003), Grown(new ChunkedHashSet<string>(Letters)));

        static (int, int) Grown(dynamic set)
        {
            var many = Enumerable.Range(0, 20_000).Select(number => $"{number}");
            Predicate<string> match = item =>
            {
                if (item == "a")
                    set.UnionWith(many);
                return item is "b" or "d" or "19999";
            };
            return (set.RemoveWhere(match), set.Count);
        }
    }
}
