using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>ChunkedCollectionsMarshal beside CollectionsMarshal: the same values, counts and exceptions.</summary>
public sealed class MarshalTests
{
    [Fact]
    public void Values_are_counted_in_place()
    {
        var (expected, actual) = (new Dictionary<int, long>(), new ChunkedDictionary<int, long>());
        var random = new Random(7);
        for (var number = 0; number < 100_000; number++)
        {
            var key = random.Next(30_000);
            CollectionsMarshal.GetValueRefOrAddDefault(expected, key, out var there) += number;
            ChunkedCollectionsMarshal.GetValueRefOrAddDefault(actual, key, out var exists) += number;
            Assert.Equal(there, exists);
            if (number % 3 == 0)
                Assert.Equal(expected.Remove(number % 30_000), actual.Remove(number % 30_000));
        }
        Assert.Equal(expected, actual);
    }

    /// <summary>A free entry that is taken again holds nothing of the one before.</summary>
    [Fact]
    public void A_key_that_is_added_has_the_default_value()
    {
        var map = new ChunkedDictionary<string, string?> { ["a"] = "x", ["b"] = "y" };
        map.Remove("b");
        ref var added = ref ChunkedCollectionsMarshal.GetValueRefOrAddDefault(map, "c", out var exists);
        Assert.False(exists);
        Assert.Null(added);
        added = "z";
        Assert.Equal("z", map["c"]);
    }

    [Fact]
    public void What_is_not_there_is_no_place()
    {
        var map = new ChunkedDictionary<string, int> { ["a"] = 1 };
        Assert.True(Unsafe.IsNullRef(ref ChunkedCollectionsMarshal.GetValueRefOrNullRef(map, "b")));
        ref var place = ref ChunkedCollectionsMarshal.GetValueRefOrNullRef(map, "a");
        // Entries stay where they are while others come.
        for (var number = 0; number < 100_000; number++)
            map.Add($"{number}", number);
        place = 2;
        Assert.Equal(2, map["a"]);
        Assert.Throws<ArgumentNullException>(() => ChunkedCollectionsMarshal.GetValueRefOrNullRef(map, null!));
        Assert.Throws<ArgumentNullException>(() => ChunkedCollectionsMarshal.GetValueRefOrAddDefault(map, null!, out _));
    }

#if NET9_0_OR_GREATER
    [Fact]
    public void Values_are_found_by_spans()
    {
        var expected = new Dictionary<string, int>(StringComparer.Ordinal) { ["a"] = 1 }.GetAlternateLookup<ReadOnlySpan<char>>();
        var actual = new ChunkedDictionary<string, int>(StringComparer.Ordinal) { ["a"] = 1 }.GetAlternateLookup<ReadOnlySpan<char>>();
        foreach (var word in "a b a c b".Split(' '))
        {
            Assert.Equal(
                Unsafe.IsNullRef(ref CollectionsMarshal.GetValueRefOrNullRef(expected, word)),
                Unsafe.IsNullRef(ref ChunkedCollectionsMarshal.GetValueRefOrNullRef(actual, word)));
            CollectionsMarshal.GetValueRefOrAddDefault(expected, word, out var there)++;
            ChunkedCollectionsMarshal.GetValueRefOrAddDefault(actual, word, out var exists)++;
            Assert.Equal(there, exists);
        }
        Assert.Equal(expected.Dictionary, actual.Dictionary);
    }
#endif

    [Theory]
    [InlineData(0, 10)]
    [InlineData(10, 3)]
    [InlineData(10, 0)]
    [InlineData(10, 50_000)]
    [InlineData(50_000, 20_000)]
    [InlineData(50_000, 50_000)]
    [InlineData(10, -1)]
    public void A_list_has_as_many_elements_as_are_set(int before, int count)
    {
        var (expected, actual) = (new List<string>(), new ChunkedList<string>());
        foreach (var number in Enumerable.Range(0, before))
        {
            expected.Add($"{number}");
            actual.Add($"{number}");
        }
        Assert.Equal(
            Observed.Of(() => { CollectionsMarshal.SetCount(expected, count); return expected.Count; }),
            Observed.Of(() => { ChunkedCollectionsMarshal.SetCount(actual, count); return actual.Count; }));
        Assert.Equal(expected, actual);
        expected.Add("last");
        actual.Add("last");
        Assert.Equal(expected, actual);
    }
}
