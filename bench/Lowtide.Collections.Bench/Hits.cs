using System.Diagnostics.CodeAnalysis;
using BenchmarkDotNet.Attributes;

namespace Lowtide.Collections.Bench;

/// <summary>Finding what is there, and what is not, among 50,000 keys of one kind.</summary>
public abstract class Hits<T>
    where T : notnull
{
    private const int Many = 50_000;

    private readonly T[] _asked;
    private readonly T[] _absent;
    private readonly HashSet<T> _set = [];
    private readonly ChunkedHashSet<T> _chunkedSet = [];
    private readonly object _segmentedSet = SegmentedSet<T>.New();
    private readonly Dictionary<T, int> _map = [];
    private readonly ChunkedDictionary<T, int> _chunkedMap = [];
    private readonly object _segmentedMap = SegmentedDictionary<T, int>.New();

    protected Hits()
    {
        // What is asked for equals what is there, and is another object, as it comes from a request.
        _asked = [.. Enumerable.Range(0, Many).Select(Key)];
        _absent = [.. Enumerable.Range(Many, Many).Select(Key)];
        foreach (var key in Enumerable.Range(0, Many).Select(Key))
        {
            _set.Add(key);
            _chunkedSet.Add(key);
            _map.Add(key, _map.Count);
            _chunkedMap.Add(key, _chunkedMap.Count);
            SegmentedSet<T>.Add(_segmentedSet, key);
            SegmentedDictionary<T, int>.Add(_segmentedMap, key, _map.Count);
        }
    }

    public long Found { get; private set; }

    /// <summary>The same for the same number, another for another.</summary>
    protected abstract T Key(int number);

    [GlobalSetup]
    public void Fill() => SmallOnes.Use();

    [Benchmark]
    public void Framework_set_hit()
    {
        var (set, found) = (_set, 0);
        foreach (var key in _asked)
            found += set.Contains(key) ? 1 : 0;
        Found = found;
    }

    [Benchmark]
    public void Chunked_set_hit()
    {
        var (set, found) = (_chunkedSet, 0);
        foreach (var key in _asked)
            found += set.Contains(key) ? 1 : 0;
        Found = found;
    }

    [Benchmark]
    public void Segmented_set_hit()
    {
        var (set, found) = (_segmentedSet, 0);
        foreach (var key in _asked)
            found += SegmentedSet<T>.Contains(set, key) ? 1 : 0;
        Found = found;
    }

    [Benchmark]
    public void Framework_set_miss()
    {
        var (set, found) = (_set, 0);
        foreach (var key in _absent)
            found += set.Contains(key) ? 1 : 0;
        Found = found;
    }

    [Benchmark]
    public void Chunked_set_miss()
    {
        var (set, found) = (_chunkedSet, 0);
        foreach (var key in _absent)
            found += set.Contains(key) ? 1 : 0;
        Found = found;
    }

    [Benchmark]
    public void Framework_dictionary_hit()
    {
        var (map, found) = (_map, 0);
        foreach (var key in _asked)
            found += map.TryGetValue(key, out _) ? 1 : 0;
        Found = found;
    }

    [Benchmark]
    public void Chunked_dictionary_hit()
    {
        var (map, found) = (_chunkedMap, 0);
        foreach (var key in _asked)
            found += map.TryGetValue(key, out _) ? 1 : 0;
        Found = found;
    }

    [Benchmark]
    public void Segmented_dictionary_hit()
    {
        var (map, found) = (_segmentedMap, 0);
        foreach (var key in _asked)
            found += SegmentedDictionary<T, int>.TryGetValue(map, key, out _) ? 1 : 0;
        Found = found;
    }

    [Benchmark]
    public void Framework_dictionary_miss()
    {
        var (map, found) = (_map, 0);
        foreach (var key in _absent)
            found += map.ContainsKey(key) ? 1 : 0;
        Found = found;
    }

    [Benchmark]
    public void Chunked_dictionary_miss()
    {
        var (map, found) = (_chunkedMap, 0);
        foreach (var key in _absent)
            found += map.ContainsKey(key) ? 1 : 0;
        Found = found;
    }
}

public class IntsInOrder : Hits<int>
{
    protected override int Key(int number) => number;
}

public class IntsAtRandom : Hits<int>
{
    // An odd number's multiples are all different modulo 2^32; these have no neighbours.
    protected override int Key(int number) => number * -1_640_531_527;
}

public class MultiplesOf4096 : Hits<int>
{
    protected override int Key(int number) => number * 4096;
}

/// <summary>Of what a request may hold: no two are alike in any part.</summary>
public class StringsOf8 : Hits<string>
{
    protected override string Key(int number) => RandomText.Of(8, number);
}

public class StringsOf100 : Hits<string>
{
    protected override string Key(int number) => RandomText.Of(100, number);
}

/// <summary>Those that differ in their last digits only stand beside each other in the framework's tables.</summary>
public class NumberedStringsOf8 : Hits<string>
{
    protected override string Key(int number) => $"k{number:0000000}";
}

public class NumberedStringsOf100 : Hits<string>
{
    protected override string Key(int number) =>
        $"a key that is as long as an address of a page, where most of it is the same: {number:000000000000000000000000}";
}

public class Guids : Hits<Guid>
{
    protected override Guid Key(int number) => new(number * -1_640_531_527, (short)number, (short)(number * 7), 1, 2, 3, 4, 5, 6, (byte)number, 8);
}

/// <summary>A struct of 64 bytes.</summary>
[SuppressMessage("Design", "MA0048", Justification = "One word for one kind of key.")]
public class Structs : Hits<Block>
{
    protected override Block Key(int number) => new(number);
}
