using System.Collections;
using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>The same call on List and on ChunkedList comes to the same: result, or exception and the parameter that it names.</summary>
public sealed class ListContractTests
{
    private static readonly int[] Few = [1, 2, 3];

    public static TheoryData<string> Names => [.. Calls.Keys];

    private static readonly Dictionary<string, Func<dynamic, object?>> Calls = new(StringComparer.Ordinal)
    {
        ["index below"] = list => list[-1],
        ["index at count"] = list => list[10],
        ["set index at count"] = list => list[10] = 1,
        ["insert below"] = list => { list.Insert(-1, 1); return list; },
        ["insert at count"] = list => { list.Insert(10, 1); return list; },
        ["insert above"] = list => { list.Insert(11, 1); return list; },
        ["remove at count"] = list => { list.RemoveAt(10); return list; },
        ["remove range below"] = list => { list.RemoveRange(-1, 1); return list; },
        ["remove range negative"] = list => { list.RemoveRange(1, -1); return list; },
        ["remove range above"] = list => { list.RemoveRange(5, 6); return list; },
        ["get range below"] = list => list.GetRange(-1, 1),
        ["get range negative"] = list => list.GetRange(0, -1),
        ["get range above"] = list => list.GetRange(5, 6),
        ["get range"] = list => list.GetRange(2, 3),
        ["slice below"] = list => list.Slice(-1, 1),
        ["slice above"] = list => list.Slice(5, 6),
        ["reverse below"] = list => { list.Reverse(-1, 1); return list; },
        ["reverse negative"] = list => { list.Reverse(1, -1); return list; },
        ["reverse above"] = list => { list.Reverse(5, 6); return list; },
        ["sort below"] = list => { list.Sort(-1, 1, null); return list; },
        ["sort negative"] = list => { list.Sort(1, -1, null); return list; },
        ["sort above"] = list => { list.Sort(5, 6, null); return list; },
        ["sort null comparison"] = list => { list.Sort((Comparison<int>)null!); return list; },
        ["sort throwing"] = list => { list.Sort((Comparison<int>)((_, _) => throw new FormatException())); return list; },
        ["search below"] = list => list.BinarySearch(-1, 1, 1, null),
        ["search negative"] = list => list.BinarySearch(1, -1, 1, null),
        ["search above"] = list => list.BinarySearch(5, 6, 1, null),
        ["search throwing"] = list => list.BinarySearch(1, Throwing),
        ["index of below"] = list => list.IndexOf(1, -1),
        ["index of far below"] = list => list.IndexOf(1, int.MinValue),
        ["index of above"] = list => list.IndexOf(1, 11),
        ["index of negative"] = list => list.IndexOf(1, 1, -1),
        ["index of too many"] = list => list.IndexOf(1, 5, 6),
        ["last index of above"] = list => list.LastIndexOf(1, 10),
        ["last index of below"] = list => list.LastIndexOf(1, -1),
        ["last index of negative"] = list => list.LastIndexOf(1, 1, -1),
        ["last index of too many"] = list => list.LastIndexOf(1, 5, 7),
        ["find null"] = list => list.Find((Predicate<int>)null!),
        ["find last null"] = list => list.FindLast((Predicate<int>)null!),
        ["find all null"] = list => list.FindAll((Predicate<int>)null!),
        ["find index null"] = list => list.FindIndex((Predicate<int>)null!),
        ["find index above"] = list => list.FindIndex(11, (Predicate<int>)(_ => true)),
        ["find index too many"] = list => list.FindIndex(5, 6, (Predicate<int>)(_ => true)),
        ["find last index null"] = list => list.FindLastIndex((Predicate<int>)null!),
        ["find last index above"] = list => list.FindLastIndex(10, (Predicate<int>)(_ => true)),
        ["find last index too many"] = list => list.FindLastIndex(5, 7, (Predicate<int>)(_ => true)),
        ["exists null"] = list => list.Exists((Predicate<int>)null!),
        ["true for all null"] = list => list.TrueForAll((Predicate<int>)null!),
        ["remove all null"] = list => list.RemoveAll((Predicate<int>)null!),
        ["for each null"] = list => { list.ForEach((Action<int>)null!); return null; },
        ["for each changing"] = list => { list.ForEach((Action<int>)(_ => list.Add(1))); return null; },
        ["convert null"] = list => list.ConvertAll((Converter<int, int>)null!),
        ["add range null"] = list => { list.AddRange((IEnumerable<int>)null!); return null; },
        ["insert range null"] = list => { list.InsertRange(0, (IEnumerable<int>)null!); return null; },
        ["insert range above"] = list => { list.InsertRange(11, (IEnumerable<int>)Few); return list; },
        ["add range huge"] = list => { list.AddRange((IEnumerable<int>)new Huge()); return list; },
        ["insert range huge"] = list => { list.InsertRange(0, (IEnumerable<int>)new Huge()); return list; },
        ["add range of less than none"] = list => { list.AddRange((IEnumerable<int>)new Huge(-1)); return list; },
        ["insert range of less than none"] = list => { list.InsertRange(0, (IEnumerable<int>)new Huge(-1)); return list; },
        ["add range of itself"] = list => { list.AddRange(list); return list; },
        ["add range of a view of itself"] = list => { list.AddRange(list.AsReadOnly()); return list; },
        ["insert range of itself"] = list => { list.InsertRange(3, list); return list; },
        ["add range failing"] = list => { try { list.AddRange(Failing()); } catch (FormatException) { } return list; },
        ["capacity below count"] = list => list.Capacity = 9,
        ["ensure capacity negative"] = list => list.EnsureCapacity(-1),
        ["ensure capacity absurd"] = list => list.EnsureCapacity(int.MaxValue),
        ["copy to null"] = list => { list.CopyTo((int[])null!); return null; },
        ["copy to short"] = list => { list.CopyTo(new int[9]); return null; },
        ["copy to negative"] = list => { list.CopyTo(new int[20], -1); return null; },
        ["copy to far"] = list => { list.CopyTo(new int[20], 11); return null; },
        ["copy to part too long"] = list => { list.CopyTo(5, new int[20], 0, 6); return null; },
        ["copy to part below"] = list => { list.CopyTo(-1, new int[20], 0, 6); return null; },
        ["copy to part negative"] = list => { list.CopyTo(1, new int[20], 0, -6); return null; },
        ["changed meanwhile"] = list => { foreach (var one in list) list.Add(one); return null; },
        ["set meanwhile"] = list => { foreach (var one in list) list[0] = 7; return list; },
        ["cleared meanwhile"] = list => { foreach (var one in list) list.Clear(); return null; },
        ["sorted meanwhile"] = list => { foreach (var one in list) list.Sort(); return null; },
        ["nothing removed meanwhile"] = list => { foreach (var one in list) list.RemoveAll((Predicate<int>)(_ => false)); return null; },
        ["nothing added meanwhile"] = list => { foreach (var one in list) list.AddRange((IEnumerable<int>)Array.Empty<int>()); return null; },
        ["as IList add wrong"] = list => ((IList)list).Add("x"),
        ["as IList add null"] = list => ((IList)list).Add(null),
        ["as IList add"] = list => ((IList)list).Add(5),
        ["as IList insert wrong"] = list => { ((IList)list).Insert(0, "x"); return null; },
        ["as IList set wrong"] = list => ((IList)list)[0] = "x",
        ["as IList set null"] = list => ((IList)list)[0] = null,
        ["as IList contains wrong"] = list => ((IList)list).Contains("x"),
        ["as IList index of"] = list => ((IList)list).IndexOf(5),
        ["as IList remove wrong"] = list => { ((IList)list).Remove("x"); return list; },
        ["as ICollection copy to wrong"] = list => { ((ICollection)list).CopyTo(new string[20], 0); return null; },
        ["as ICollection copy to square"] = list => { ((ICollection)list).CopyTo(new int[20, 2], 0); return null; },
        ["as ICollection copy to objects"] = list => { var all = new object[10]; ((ICollection)list).CopyTo(all, 0); return all; },
        ["as IList flags"] = list => $"{((IList)list).IsFixedSize} {((IList)list).IsReadOnly} {((ICollection)list).IsSynchronized}",
        ["current before"] = list => ((IEnumerable)list).GetEnumerator().Current,
        ["current after"] = list => { var e = ((IEnumerable)list).GetEnumerator(); while (e.MoveNext()) { } return e.Current; },
        ["move after end"] = list => { var e = ((IEnumerable)list).GetEnumerator(); while (e.MoveNext()) { } return e.MoveNext(); },
        ["reset"] = list => { var e = ((IEnumerable)list).GetEnumerator(); e.MoveNext(); e.MoveNext(); e.Reset(); e.MoveNext(); return e.Current; },
        ["reset changed"] = list => { var e = ((IEnumerable)list).GetEnumerator(); list.Add(1); e.Reset(); return null; },
        ["empty one filled meanwhile"] = list => { list.Clear(); var e = ((IEnumerable<int>)list).GetEnumerator(); list.Add(1); return e.MoveNext(); },
        ["read only"] = list => list.AsReadOnly(),
        ["to array"] = list => list.ToArray(),
    };

    private static readonly IComparer<int> Throwing = Comparer<int>.Create((_, _) => throw new FormatException());

    [Theory]
    [MemberData(nameof(Names))]
    public void Comes_to_the_same(string name)
    {
        var call = Calls[name];
        Assert.Equal(Observed.Of(() => call(new List<int>(Enumerable.Range(0, 10)))), Observed.Of(() => call(new ChunkedList<int>(Enumerable.Range(0, 10)))));
        Assert.Equal(Observed.Of(() => call(new List<int>())), Observed.Of(() => call(new ChunkedList<int>())));
    }

    [Fact]
    public void Constructors_refuse_the_same()
    {
        Assert.Equal(Observed.Of(() => new List<int>(-1)), Observed.Of(() => new ChunkedList<int>(-1)));
        Assert.Equal(Observed.Of(() => new List<int>(null!)), Observed.Of(() => new ChunkedList<int>(null!)));
        Assert.Equal(Observed.Of(() => new List<int>(new Huge(-1))), Observed.Of(() => new ChunkedList<int>(new Huge(-1))));
        Assert.Equal(Observed.Of(() => new List<long>(int.MaxValue)), Observed.Of(() => new ChunkedList<long>(int.MaxValue)));
        Assert.Equal(
            Observed.Of(() => new List<object>([2, "x"]).BinarySearch(new object())),
            Observed.Of(() => new ChunkedList<object>([2, "x"]).BinarySearch(new object())));
        Assert.Equal(Observed.Of(() => default(List<int>.Enumerator).MoveNext()), Observed.Of(() => default(ChunkedList<int>.Enumerator).MoveNext()));
        Assert.Equal(Observed.Of(() => default(List<int>.Enumerator).Current), Observed.Of(() => default(ChunkedList<int>.Enumerator).Current));
    }

    [Fact]
    public void Small_lists_have_the_capacities_of_list()
    {
        var expected = new List<int>();
        var actual = new ChunkedList<int>();
        for (var i = 0; i < ChunkedList<int>.ChunkLength; i++)
        {
            expected.Add(i);
            actual.Add(i);
            Assert.Equal(expected.Capacity, actual.Capacity);
        }
    }

    [Fact]
    public void Sorts_many_chunks_and_keeps_all_when_the_comparer_throws()
    {
        var random = new Random(5);
        var numbers = Enumerable.Range(0, 100_001).Select(_ => random.Next(1000)).ToList();
        var list = new ChunkedList<int>(numbers);
        var calls = 0;
        Assert.Throws<InvalidOperationException>(() => list.Sort((left, right) => ++calls > 1_500_000 ? throw new FormatException() : left - right));
        Assert.Equal(numbers.Order(), list.Order());
        list.Sort(7, 90_000, Comparer<int>.Create((left, right) => right - left));
        var expected = new List<int>(list[..7]);
        Assert.True(list.Skip(7).Take(90_000).Zip(list.Skip(8).Take(89_999), (left, right) => left >= right).All(fine => fine));
        Assert.Equal(expected, list.Take(7));
        list.Sort();
        Assert.Equal(numbers.Order(), list);
    }

    /// <summary>An array of strings is one of objects, and a span of objects over it is refused.</summary>
    [Fact]
    public void Takes_an_array_of_a_derived_type()
    {
        string[] strings = ["a", "b"];
        var list = new ChunkedList<object>(strings);
        list.AddRange(strings);
        list.InsertRange(1, strings);
        Assert.Equal(["a", "a", "b", "b", "a", "b"], list);
    }

    [Fact]
    public void Chunks_are_all_that_is_in_the_list()
    {
        foreach (var count in (int[])[0, 1, ChunkedList<Wide>.ChunkLength, ChunkedList<Wide>.ChunkLength + 1, 3 * ChunkedList<Wide>.ChunkLength])
        {
            foreach (var room in (int[])[0, 1, 5 * ChunkedList<Wide>.ChunkLength])
            {
                ChunkedList<Wide> list = [.. Enumerable.Range(0, count).Select(number => new Wide(number))];
                list.EnsureCapacity(count + room);
                List<Wide> seen = [];
                foreach (var chunk in list.GetChunks())
                {
                    Assert.False(chunk.IsEmpty);
                    seen.AddRange(chunk);
                }
                Assert.Equal(list, seen);
            }
        }
    }

    [Fact]
    public void Collection_expressions_and_spans()
    {
        ChunkedList<int> list = [1, 2, .. Few];
        list.AddRange(7, 8);
        list.InsertRange(1, stackalloc int[] { 9, 9 });
        Assert.Equal([1, 9, 9, 2, 1, 2, 3, 7, 8], list);
        Assert.Equal([9, 9, 2], list[1..4]);
        var sum = new List<int>();
        list.ForEachChunk(sum, (chunk, all) => all.AddRange(chunk));
        Assert.Equal(list, sum);
        Span<int> short1 = stackalloc int[3];
        try
        {
            list.CopyTo(short1);
            Assert.Fail("copied to a span that is too short");
        }
        catch (ArgumentException refused)
        {
            Assert.Equal("destination", refused.ParamName);
        }
    }

    private static IEnumerable<int> Failing()
    {
        yield return 1;
        throw new FormatException();
    }

    /// <summary>Claims more elements than a collection can hold.</summary>
    private sealed class Huge(int count = int.MaxValue) : ICollection<int>
    {
        public int Count => count;

        public bool IsReadOnly => true;

        public void Add(int item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(int item) => false;

        public void CopyTo(int[] array, int arrayIndex) => throw new NotSupportedException();

        public bool Remove(int item) => false;

        public IEnumerator<int> GetEnumerator() => Enumerable.Empty<int>().GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
