using BenchmarkDotNet.Attributes;

namespace Lowtide.Collections.Bench;

/// <summary>What a dictionary does beside finding, which is <see cref="Hits{T}"/>'s.</summary>
public class Dictionaries
{
    private const int Few = 500;
    private const int Many = 50_000;

    private readonly Dictionary<int, int> _map = AddTo(new Dictionary<int, int>(), Many);
    private readonly ChunkedDictionary<int, int> _chunked = AddTo(new ChunkedDictionary<int, int>(), Many);

    public object? Made { get; private set; }

    public long Sum { get; private set; }

    [GlobalSetup]
    public void Fill() => SmallOnes.Use();

    [Benchmark] public void Framework_dictionary_add_500() => Made = AddTo(new Dictionary<int, int>(), Few);

    [Benchmark] public void Chunked_dictionary_add_500() => Made = AddTo(new ChunkedDictionary<int, int>(), Few);

    [Benchmark] public void Framework_dictionary_add_50000() => Made = AddTo(new Dictionary<int, int>(), Many);

    [Benchmark] public void Chunked_dictionary_add_50000() => Made = AddTo(new ChunkedDictionary<int, int>(), Many);

    [Benchmark] public void Segmented_dictionary_add_500() => Made = AddTo(SegmentedDictionary<int, int>.New(), Few);

    [Benchmark] public void Segmented_dictionary_add_50000() => Made = AddTo(SegmentedDictionary<int, int>.New(), Many);

    [Benchmark]
    public void Framework_dictionary_foreach()
    {
        var sum = 0;
        foreach (var entry in _map)
            sum += entry.Value;
        Sum = sum;
    }

    [Benchmark]
    public void Chunked_dictionary_foreach()
    {
        var sum = 0;
        foreach (var entry in _chunked)
            sum += entry.Value;
        Sum = sum;
    }

    [Benchmark]
    public void Framework_dictionary_remove_and_add_again()
    {
        var map = _map;
        for (var i = 0; i < Many; i++)
        {
            map.Remove(i);
            map.Add(i, i);
        }
    }

    [Benchmark]
    public void Chunked_dictionary_remove_and_add_again()
    {
        var map = _chunked;
        for (var i = 0; i < Many; i++)
        {
            map.Remove(i);
            map.Add(i, i);
        }
    }

    [Benchmark] public void Framework_dictionary_copy() => Made = new Dictionary<int, int>(_map);

    [Benchmark] public void Chunked_dictionary_copy() => Made = new ChunkedDictionary<int, int>(_chunked);

    private static Dictionary<int, int> AddTo(Dictionary<int, int> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(i, i);
        return to;
    }

    private static ChunkedDictionary<int, int> AddTo(ChunkedDictionary<int, int> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(i, i);
        return to;
    }

    private static object AddTo(object to, int count)
    {
        for (var i = 0; i < count; i++)
            SegmentedDictionary<int, int>.Add(to, i, i);
        return to;
    }
}
