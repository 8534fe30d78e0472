using System.Diagnostics.CodeAnalysis;
using BenchmarkDotNet.Attributes;

namespace Lowtide.Collections.Bench;

/// <summary>Sorting a copy, which takes a hundredth of the time: a list that is sorted already is another row.</summary>
public class Sorts
{
    private static readonly int[] Sorted = [.. Enumerable.Range(0, 1_000_000)];
    private static readonly int[] Mixed = Shuffled(Sorted);
    private static readonly string[] Words = Shuffled([.. Enumerable.Range(0, 50_000).Select(i => $"key {i}")]);

    private readonly List<int> _list = [.. Sorted];
    private readonly ChunkedList<int> _chunked = [.. Sorted];
    private readonly List<string> _words = [.. Words];
    private readonly ChunkedList<string> _chunkedWords = [.. Words];

    [GlobalSetup]
    public void Fill() => SmallOnes.Use();

    [Benchmark] public void Framework_list_sort_random() => Filled(_list, Mixed).Sort();

    [Benchmark] public void Chunked_list_sort_random() => Filled(_chunked, Mixed).Sort();

    [Benchmark] public void Framework_list_sort_sorted() => Filled(_list, Sorted).Sort();

    [Benchmark] public void Chunked_list_sort_sorted() => Filled(_chunked, Sorted).Sort();

    [Benchmark] public void Framework_list_sort_strings_by_comparison() => Filled(_words, Words).Sort(string.CompareOrdinal);

    [Benchmark] public void Chunked_list_sort_strings_by_comparison() => Filled(_chunkedWords, Words).Sort(string.CompareOrdinal);

    private static List<T> Filled<T>(List<T> list, T[] with)
    {
        list.Clear();
        list.AddRange(with);
        return list;
    }

    private static ChunkedList<T> Filled<T>(ChunkedList<T> list, T[] with)
    {
        list.Clear();
        list.AddRange(with);
        return list;
    }

    [SuppressMessage("Security", "CA5394", Justification = "Only to mix, the same each time.")]
    private static T[] Shuffled<T>(T[] sorted)
    {
        var mixed = (T[])sorted.Clone();
        new Random(31).Shuffle(mixed);
        return mixed;
    }
}
