using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>A callback that changes the list which calls it comes to what it comes to with List: result, calls, and what is left.</summary>
public sealed class ListCallbackTests
{
    private const int Elements = 6;

    /// <summary>Each asks its callback of the elements, which are numbers from 0 on.</summary>
    private static readonly Dictionary<string, Func<dynamic, Predicate<int>, object?>> Calls = new(StringComparer.Ordinal)
    {
        ["RemoveAll"] = (list, asked) => list.RemoveAll(asked),
        ["FindIndex"] = (list, asked) => list.FindIndex(asked),
        ["FindIndex from"] = (list, asked) => list.FindIndex(1, asked),
        ["FindLastIndex"] = (list, asked) => list.FindLastIndex(asked),
        ["Find"] = (list, asked) => list.Find(asked),
        ["FindLast"] = (list, asked) => list.FindLast(asked),
        ["FindAll"] = (list, asked) => list.FindAll(asked),
        ["Exists"] = (list, asked) => list.Exists(asked),
        ["TrueForAll"] = (list, asked) => list.TrueForAll((Predicate<int>)(item => !asked(item))),
        ["ConvertAll"] = (list, asked) => list.ConvertAll((Converter<int, bool>)(item => asked(item))),
        ["ForEach"] = (list, asked) => { list.ForEach((Action<int>)(item => asked(item))); return null; },
    };

    private static readonly Dictionary<string, Action<dynamic>> Changes = new(StringComparer.Ordinal)
    {
        ["clears"] = list => list.Clear(),
        ["clears and adds"] = list => { list.Clear(); list.Add(7); },
        ["adds"] = list => list.Add(7),
        ["adds many"] = list => list.AddRange(Enumerable.Range(0, 3 * ChunkedList<int>.ChunkLength)),
        ["inserts"] = list => list.Insert(0, 7),
        ["removes the first"] = list => { if (list.Count > 0) list.RemoveAt(0); },
        ["removes the last"] = list => { if (list.Count > 0) list.RemoveAt(list.Count - 1); },
        ["reverses"] = list => list.Reverse(),
        ["sets"] = list => { if (list.Count > 2) list[2] = 99; },
        ["clears and trims"] = list => { list.Clear(); list.TrimExcess(); },
    };

    public static TheoryData<string, string, int> All
    {
        get
        {
            var all = new TheoryData<string, string, int>();
            foreach (var call in Calls.Keys)
                foreach (var change in Changes.Keys)
                    foreach (var at in (int[])[0, 2, Elements - 1])
                        all.Add(call, change, at);
            return all;
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Comes_to_the_same(string call, string change, int at)
    {
        foreach (var rest in (int[])[0, 1, 7])
            Assert.Equal(Told(new List<int>(), rest), Told(new ChunkedList<int>(), rest));

        string Told(dynamic list, int rest)
        {
            list.AddRange(Enumerable.Range(0, Elements));
            var asked = 0;
            bool Asked(int item)
            {
                if (asked++ == at)
                    Changes[change](list);
                // None ends before the callback has changed the list; a rest of 7 matches nothing.
                return asked > at && item % 3 == rest;
            }
            var came = Observed.Of(() => Calls[call](list, (Predicate<int>)Asked));
            return $"{came}; asked {asked}; left {Observed.Of(() => list)}";
        }
    }

    /// <summary>Of references what is given up is forgotten as well.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    [InlineData(4)]
    public void RemoveAll_of_references_comes_to_the_same(int at)
    {
        foreach (var change in Changes.Keys.Except(["clears and adds", "adds", "adds many", "inserts", "sets"]))
            Assert.Equal(Told(new List<string>(), change), Told(new ChunkedList<string>(), change));

        string Told(dynamic list, string change)
        {
            list.AddRange((IEnumerable<string>)["a", "b", "c", "d", "e"]);
            var asked = 0;
            Predicate<string> match = item =>
            {
                if (asked++ == at)
                    Changes[change](list);
                return item is "b" or "d" or null;
            };
            var came = Observed.Of(() => list.RemoveAll(match));
            return $"{change}: {came}; asked {asked}; left {list.Count}";
        }
    }
}
