using BenchmarkDotNet.Attributes;

namespace Lowtide.Collections.Bench;

/// <summary>What a set does beside finding, which is <see cref="Hits{T}"/>'s. The unions are set up as published by Pyrus.</summary>
public class Sets
{
    private const int Few = 500;
    private const int Many = 50_000;

    private readonly IEnumerable<int>[] _small = [Range(0, 300), Range(100, 600), Range(300, 1000)];
    private readonly IEnumerable<int>[] _large = [Range(0, 30_000), Range(10_000, 60_000), Range(30_000, 100_000)];
    private readonly HashSet<int> _set = [.. Range(0, Many)];
    private readonly ChunkedHashSet<int> _chunked = [.. Range(0, Many)];
    private readonly HashSet<int> _million = [.. Range(0, 1_000_000)];
    private readonly ChunkedHashSet<int> _chunkedMillion = [.. Range(0, 1_000_000)];

    public object? Made { get; private set; }

    public long Sum { get; private set; }

    [GlobalSetup]
    public void Fill() => SmallOnes.Use();

    [Benchmark] public void Framework_set_union_small() => Made = Union(new HashSet<int>(), _small);

    [Benchmark] public void Chunked_set_union_small() => Made = Union(new ChunkedHashSet<int>(), _small);

    [Benchmark] public void Framework_set_union_large() => Made = Union(new HashSet<int>(), _large);

    [Benchmark] public void Chunked_set_union_large() => Made = Union(new ChunkedHashSet<int>(), _large);

    [Benchmark] public void Framework_set_add_500() => Made = AddTo(new HashSet<int>(), Few);

    [Benchmark] public void Chunked_set_add_500() => Made = AddTo(new ChunkedHashSet<int>(), Few);

    [Benchmark] public void Framework_set_add_50000() => Made = AddTo(new HashSet<int>(), Many);

    [Benchmark] public void Chunked_set_add_50000() => Made = AddTo(new ChunkedHashSet<int>(), Many);

    [Benchmark] public void Segmented_set_add_500() => Made = AddTo(SegmentedSet<int>.New(), Few);

    [Benchmark] public void Segmented_set_add_50000() => Made = AddTo(SegmentedSet<int>.New(), Many);

    [Benchmark]
    public void Framework_set_foreach()
    {
        var sum = 0;
        foreach (var value in _set)
            sum += value;
        Sum = sum;
    }

    [Benchmark]
    public void Chunked_set_foreach()
    {
        var sum = 0;
        foreach (var value in _chunked)
            sum += value;
        Sum = sum;
    }

    [Benchmark]
    public void Framework_set_remove_and_add_again()
    {
        var set = _set;
        for (var i = 0; i < Many; i++)
        {
            set.Remove(i);
            set.Add(i);
        }
    }

    [Benchmark]
    public void Chunked_set_remove_and_add_again()
    {
        var set = _chunked;
        for (var i = 0; i < Many; i++)
        {
            set.Remove(i);
            set.Add(i);
        }
    }

    [Benchmark]
    public void Framework_set_remove_half_and_add_again()
    {
        Sum = _set.RemoveWhere(value => (value & 1) == 0);
        for (var i = 0; i < Many; i += 2)
            _set.Add(i);
    }

    [Benchmark]
    public void Chunked_set_remove_half_and_add_again()
    {
        Sum = _chunked.RemoveWhere(value => (value & 1) == 0);
        for (var i = 0; i < Many; i += 2)
            _chunked.Add(i);
    }

    [Benchmark] public void Framework_set_copy() => Made = new HashSet<int>(_million);

    [Benchmark] public void Chunked_set_copy() => Made = new ChunkedHashSet<int>(_chunkedMillion);

    private static int[] Range(int first, int count) => [.. Enumerable.Range(first, count)];

    private static HashSet<int> AddTo(HashSet<int> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(i);
        return to;
    }

    private static ChunkedHashSet<int> AddTo(ChunkedHashSet<int> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(i);
        return to;
    }

    private static object AddTo(object to, int count)
    {
        for (var i = 0; i < count; i++)
            SegmentedSet<int>.Add(to, i);
        return to;
    }

    private static HashSet<int> Union(HashSet<int> set, IEnumerable<int>[] others)
    {
        foreach (var other in others)
            set.UnionWith(other);
        return set;
    }

    private static ChunkedHashSet<int> Union(ChunkedHashSet<int> set, IEnumerable<int>[] others)
    {
        foreach (var other in others)
            set.UnionWith(other);
        return set;
    }
}
