using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>The queries that are ours beside LINQ's own, on the framework's list.</summary>
public sealed class QueryTests
{
    private static readonly Func<int, bool>[] Predicates = [_ => true, _ => false, number => number % 3 == 0, number => number > 9_990];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4096)]
    [InlineData(10_000)]
    public void Matches_are_those_of_the_frameworks_list(int count)
    {
        List<int> expected = [.. Enumerable.Range(0, count)];
        ChunkedList<int> actual = [.. expected];
        foreach (var predicate in Predicates)
        {
            Assert.Equal(expected.Where(predicate), actual.Where(predicate));
            Assert.Equal(expected.Where(predicate).Count(), actual.Where(predicate).Count());
            Assert.Equal(expected.Where(predicate).Any(), actual.Where(predicate).Any());
            Assert.Equal(expected.Count(predicate), actual.Count(predicate));
            Assert.Equal(expected.Any(predicate), actual.Any(predicate));
            Assert.Equal(expected.Where(predicate).Select(number => number + 1).Sum(), actual.Where(predicate).Select(number => number + 1).Sum());
        }
    }

    [Fact]
    public void They_are_found_when_they_are_asked_for()
    {
        ChunkedList<int> list = [1, 2, 3];
        var odd = list.Where(number => number % 2 == 1);
        list.Add(5);
        Assert.Equal([1, 3, 5], odd);
        Assert.Equal(3, odd.Count());
        list.Clear();
        Assert.False(odd.Any());
    }

    [Fact]
    public void They_refuse_what_linq_refuses()
    {
        Assert.Throws<ArgumentNullException>("predicate", () => new ChunkedList<int>().Where(null!));
        Assert.Throws<ArgumentNullException>("source", () => ((ChunkedList<int>)null!).Where(_ => true));
        Assert.Throws<ArgumentNullException>("predicate", () => new ChunkedList<int>().Count(null!));
        Assert.Throws<ArgumentNullException>("source", () => ((ChunkedList<int>)null!).Any(_ => true));
    }
}
