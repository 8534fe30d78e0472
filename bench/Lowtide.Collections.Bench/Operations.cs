using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;

namespace Lowtide.Collections.Bench;

/// <summary>Each operation on the framework's type (Framework_X) and on ours (Chunked_X).</summary>
/// <remarks>Set-ups of the list's adds and of the unions: as published by Pyrus.</remarks>
public class Operations<T>
    where T : notnull
{
    private const int Few = 500;
    private const int Many = 50_000;

    private readonly T[] _values = Values(0, 130_000);
    private readonly T[] _absent = Values(1_000_000, Many);
    private readonly IEnumerable<T>[] _small = [Values(0, 300), Values(100, 600), Values(300, 1000)];
    private readonly IEnumerable<T>[] _large = [Values(0, 30_000), Values(10_000, 60_000), Values(30_000, 100_000)];
    private List<T> _list = [];
    private ChunkedList<T> _chunkedList = [];
    private HashSet<T> _set = [];
    private ChunkedHashSet<T> _chunkedSet = [];
    private Dictionary<T, T> _map = [];
    private ChunkedDictionary<T, T> _chunkedMap = [];

    [GlobalSetup]
    public void Fill()
    {
        _list = Framework_list_add_50000();
        _chunkedList = Chunked_list_add_50000();
        _set = Framework_set_add_50000();
        _chunkedSet = Chunked_set_add_50000();
        _map = Framework_dictionary_add_50000();
        _chunkedMap = Chunked_dictionary_add_50000();
    }

    [Benchmark] public List<T> Framework_list_add_500() => AddTo(new List<T>(), Few);

    [Benchmark] public ChunkedList<T> Chunked_list_add_500() => AddTo(new ChunkedList<T>(), Few);

    [Benchmark] public List<T> Framework_list_add_50000() => AddTo(new List<T>(), Many);

    [Benchmark] public ChunkedList<T> Chunked_list_add_50000() => AddTo(new ChunkedList<T>(), Many);

    [Benchmark]
    public int Framework_list_index()
    {
        var list = _list;
        var sum = 0;
        for (var i = 0; i < list.Count; i++)
            sum += Number(list[i]);
        return sum;
    }

    [Benchmark]
    public int Chunked_list_index()
    {
        var list = _chunkedList;
        var sum = 0;
        for (var i = 0; i < list.Count; i++)
            sum += Number(list[i]);
        return sum;
    }

    [Benchmark]
    public int Framework_list_foreach()
    {
        var sum = 0;
        foreach (var value in _list)
            sum += Number(value);
        return sum;
    }

    [Benchmark]
    public int Chunked_list_foreach()
    {
        var sum = 0;
        foreach (var value in _chunkedList)
            sum += Number(value);
        return sum;
    }

    [Benchmark]
    public int Framework_list_spans()
    {
        var sum = 0;
        foreach (var value in CollectionsMarshal.AsSpan(_list))
            sum += Number(value);
        return sum;
    }

    [Benchmark]
    public int Chunked_list_spans()
    {
        var sum = 0;
        foreach (var chunk in _chunkedList.GetChunks())
        {
            foreach (var value in chunk)
                sum += Number(value);
        }
        return sum;
    }

    [Benchmark] public HashSet<T> Framework_set_union_small() => Union(new HashSet<T>(), _small);

    [Benchmark] public ChunkedHashSet<T> Chunked_set_union_small() => Union(new ChunkedHashSet<T>(), _small);

    [Benchmark] public HashSet<T> Framework_set_union_large() => Union(new HashSet<T>(), _large);

    [Benchmark] public ChunkedHashSet<T> Chunked_set_union_large() => Union(new ChunkedHashSet<T>(), _large);

    [Benchmark]
    public int Framework_set_hit()
    {
        var found = 0;
        for (var i = 0; i < Many; i++)
            found += _set.Contains(_values[i]) ? 1 : 0;
        return found;
    }

    [Benchmark]
    public int Chunked_set_hit()
    {
        var found = 0;
        for (var i = 0; i < Many; i++)
            found += _chunkedSet.Contains(_values[i]) ? 1 : 0;
        return found;
    }

    [Benchmark]
    public int Framework_set_miss()
    {
        var found = 0;
        foreach (var value in _absent)
            found += _set.Contains(value) ? 1 : 0;
        return found;
    }

    [Benchmark]
    public int Chunked_set_miss()
    {
        var found = 0;
        foreach (var value in _absent)
            found += _chunkedSet.Contains(value) ? 1 : 0;
        return found;
    }

    [Benchmark] public HashSet<T> Framework_set_add_500() => AddTo(new HashSet<T>(), Few);

    [Benchmark] public ChunkedHashSet<T> Chunked_set_add_500() => AddTo(new ChunkedHashSet<T>(), Few);

    [Benchmark] public HashSet<T> Framework_set_add_50000() => AddTo(new HashSet<T>(), Many);

    [Benchmark] public ChunkedHashSet<T> Chunked_set_add_50000() => AddTo(new ChunkedHashSet<T>(), Many);

    [Benchmark]
    public int Framework_dictionary_hit()
    {
        var found = 0;
        for (var i = 0; i < Many; i++)
            found += _map.TryGetValue(_values[i], out _) ? 1 : 0;
        return found;
    }

    [Benchmark]
    public int Chunked_dictionary_hit()
    {
        var found = 0;
        for (var i = 0; i < Many; i++)
            found += _chunkedMap.TryGetValue(_values[i], out _) ? 1 : 0;
        return found;
    }

    [Benchmark]
    public int Framework_dictionary_miss()
    {
        var found = 0;
        foreach (var value in _absent)
            found += _map.ContainsKey(value) ? 1 : 0;
        return found;
    }

    [Benchmark]
    public int Chunked_dictionary_miss()
    {
        var found = 0;
        foreach (var value in _absent)
            found += _chunkedMap.ContainsKey(value) ? 1 : 0;
        return found;
    }

    [Benchmark] public Dictionary<T, T> Framework_dictionary_add_500() => AddTo(new Dictionary<T, T>(), Few);

    [Benchmark] public ChunkedDictionary<T, T> Chunked_dictionary_add_500() => AddTo(new ChunkedDictionary<T, T>(), Few);

    [Benchmark] public Dictionary<T, T> Framework_dictionary_add_50000() => AddTo(new Dictionary<T, T>(), Many);

    [Benchmark] public ChunkedDictionary<T, T> Chunked_dictionary_add_50000() => AddTo(new ChunkedDictionary<T, T>(), Many);

    // One method a type, so that no call goes through an interface.
    private List<T> AddTo(List<T> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(_values[i]);
        return to;
    }

    private ChunkedList<T> AddTo(ChunkedList<T> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(_values[i]);
        return to;
    }

    private HashSet<T> AddTo(HashSet<T> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(_values[i]);
        return to;
    }

    private ChunkedHashSet<T> AddTo(ChunkedHashSet<T> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(_values[i]);
        return to;
    }

    private Dictionary<T, T> AddTo(Dictionary<T, T> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(_values[i], _values[i]);
        return to;
    }

    private ChunkedDictionary<T, T> AddTo(ChunkedDictionary<T, T> to, int count)
    {
        for (var i = 0; i < count; i++)
            to.Add(_values[i], _values[i]);
        return to;
    }

    private static HashSet<T> Union(HashSet<T> set, IEnumerable<T>[] others)
    {
        foreach (var other in others)
            set.UnionWith(other);
        return set;
    }

    private static ChunkedHashSet<T> Union(ChunkedHashSet<T> set, IEnumerable<T>[] others)
    {
        foreach (var other in others)
            set.UnionWith(other);
        return set;
    }

    private static int Number(T value) => value is int number ? number : 1;

    private static T[] Values(int start, int count) => [.. Enumerable.Range(start, count).Select(Value)];

    private static T Value(int i) => (T)(default(T) switch
    {
        int => (object)i,
        long => (long)i,
        Guid => new Guid(i, 7, 7, [1, 2, 3, 4, 5, 6, 7, 8]),
        Block => new Block(i),
        _ => $"key {i}",
    });
}
