using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;

namespace Lowtide.Collections.Bench;

/// <summary>What a list does: Framework_X is <see cref="List{T}"/>'s, Chunked_X is ours. The adds are set up as published by Pyrus.</summary>
public class Lists
{
    private const int Few = 500;
    private const int Many = 50_000;
    private const int Large = 5_000_000;

    private readonly List<int> _list = [.. Enumerable.Range(0, Many)];
    private readonly ChunkedList<int> _chunked = [.. Enumerable.Range(0, Many)];
    private readonly object _segmented = AddTo(SegmentedList<int>.New(), Many);
    private readonly List<int> _million = [.. Enumerable.Range(0, 1_000_000)];
    private readonly ChunkedList<int> _chunkedMillion = [.. Enumerable.Range(0, 1_000_000)];

    /// <summary>What was reckoned goes here, so that it is reckoned: NativeAOT can run only benchmarks that return nothing.</summary>
    public object? Made { get; private set; }

    public long Sum { get; private set; }

    [GlobalSetup]
    public void Fill() => SmallOnes.Use();

    [Benchmark] public void Framework_list_add_500() => Made = AddTo(new List<int>(), Few);

    [Benchmark] public void Chunked_list_add_500() => Made = AddTo(new ChunkedList<int>(), Few);

    [Benchmark] public void Framework_list_add_50000() => Made = AddTo(new List<int>(), Many);

    [Benchmark] public void Chunked_list_add_50000() => Made = AddTo(new ChunkedList<int>(), Many);

    [Benchmark] public void Framework_list_add_5000000() => Made = AddTo(new List<int>(), Large);

    [Benchmark] public void Chunked_list_add_5000000() => Made = AddTo(new ChunkedList<int>(), Large);

    [Benchmark] public void Segmented_list_add_500() => Made = AddTo(SegmentedList<int>.New(), Few);

    [Benchmark] public void Segmented_list_add_50000() => Made = AddTo(SegmentedList<int>.New(), Many);

    [Benchmark] public void Segmented_list_add_5000000() => Made = AddTo(SegmentedList<int>.New(), Large);

    [Benchmark]
    public void Framework_list_index()
    {
        var (list, sum) = (_list, 0);
        for (var i = 0; i < list.Count; i++)
            sum += list[i];
        Sum = sum;
    }

    [Benchmark]
    public void Chunked_list_index()
    {
        var (list, sum) = (_chunked, 0);
        for (var i = 0; i < list.Count; i++)
            sum += list[i];
        Sum = sum;
    }

    [Benchmark]
    public void Segmented_list_index()
    {
        var (list, sum) = (_segmented, 0);
        for (var i = 0; i < SegmentedList<int>.Count(list); i++)
            sum += SegmentedList<int>.Item(list, i);
        Sum = sum;
    }

    [Benchmark]
    public void Framework_list_index_and_one_before()
    {
        var (list, sum) = (_list, 0);
        for (var i = 1; i < list.Count; i++)
            sum += list[i] - list[i - 1];
        Sum = sum;
    }

    [Benchmark]
    public void Chunked_list_index_and_one_before()
    {
        var (list, sum) = (_chunked, 0);
        for (var i = 1; i < list.Count; i++)
            sum += list[i] - list[i - 1];
        Sum = sum;
    }

    [Benchmark]
    public void Framework_list_swap()
    {
        var list = _list;
        for (int i = 0, j = list.Count - 1; i < j; i++, j--)
            (list[i], list[j]) = (list[j], list[i]);
    }

    [Benchmark]
    public void Chunked_list_swap()
    {
        var list = _chunked;
        for (int i = 0, j = list.Count - 1; i < j; i++, j--)
            (list[i], list[j]) = (list[j], list[i]);
    }

    [Benchmark] public void Framework_list_reader() => Framework_list_index();

    [Benchmark]
    public void Chunked_list_reader()
    {
        var list = _chunked.GetReader();
        var sum = 0;
        for (var i = 0; i < list.Count; i++)
            sum += list[i];
        Sum = sum;
    }

    [Benchmark]
    public void Framework_list_foreach()
    {
        var sum = 0;
        foreach (var value in _list)
            sum += value;
        Sum = sum;
    }

    [Benchmark]
    public void Chunked_list_foreach()
    {
        var sum = 0;
        foreach (var value in _chunked)
            sum += value;
        Sum = sum;
    }

    [Benchmark]
    public void Framework_list_spans()
    {
        var sum = 0;
        foreach (var value in CollectionsMarshal.AsSpan(_list))
            sum += value;
        Sum = sum;
    }

    [Benchmark]
    public void Chunked_list_spans()
    {
        var sum = 0;
        foreach (var chunk in _chunked.GetChunks())
        {
            foreach (var value in chunk)
                sum += value;
        }
        Sum = sum;
    }

    [Benchmark] public void Framework_list_where_count() => Sum = _list.Where(value => (value & 1) == 0).Count();

    [Benchmark] public void Chunked_list_where_count() => Sum = _chunked.Where(value => (value & 1) == 0).Count();

    [Benchmark] public void Framework_list_count_of_matches() => Sum = _list.Count(value => (value & 1) == 0);

    [Benchmark] public void Chunked_list_count_of_matches() => Sum = _chunked.Count(value => (value & 1) == 0);

    [Benchmark]
    public void Framework_list_remove_last()
    {
        var list = _list;
        for (var i = list.Count - 1; i >= 0; i--)
            list.RemoveAt(i);
        CollectionsMarshal.SetCount(list, Many); // what stood there stands there still
    }

    [Benchmark]
    public void Chunked_list_remove_last()
    {
        var list = _chunked;
        for (var i = list.Count - 1; i >= 0; i--)
            list.RemoveAt(i);
        ChunkedCollectionsMarshal.SetCount(list, Many);
    }

    [Benchmark] public void Framework_list_reverse() => _million.Reverse();

    [Benchmark] public void Chunked_list_reverse() => _chunkedMillion.Reverse();

    // One method a type, so that no call goes through an interface.
    private static List<int> AddTo(List<int> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(i);
        return to;
    }

    private static ChunkedList<int> AddTo(ChunkedList<int> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(i);
        return to;
    }

    private static object AddTo(object to, int count)
    {
        for (var i = 0; i < count; i++)
            SegmentedList<int>.Add(to, i);
        return to;
    }
}
