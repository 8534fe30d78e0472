using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>No array that a collection holds would be put on the large object heap.</summary>
public sealed class ArraySizeTests
{
    private const int LargeObject = 85_000;
    private const int ArrayHeader = 24;

    [Fact]
    public void No_array_is_a_large_object()
    {
        Check(List(Enumerable.Range(0, 300_000)));
        Check(List(Enumerable.Range(0, 300_000).Select(i => (byte)i)));
        Check(List(Enumerable.Range(0, 100_000).Select(i => new string('x', 1))));
        Check(List(Enumerable.Range(0, 3_000).Select(i => new Wide(i))));
        Check(List(Enumerable.Range(0, 20).Select(_ => default(Largest))));
        Check(new ChunkedHashSet<int>(Enumerable.Range(0, 300_000)));
        Check(new ChunkedHashSet<Wide>(Enumerable.Range(0, 3_000).Select(i => new Wide(i))));
        Check(new ChunkedDictionary<int, Guid>(Enumerable.Range(0, 200_000).Select(i => KeyValuePair.Create(i, Guid.Empty))));
        Check(new ChunkedDictionary<int, Wide>(Enumerable.Range(0, 3_000).Select(i => KeyValuePair.Create(i, new Wide(i)))));
        Check(new ChunkedList<int>(300_000));
        Check(new ChunkedHashSet<int>(300_000));
        var sorted = List(Enumerable.Range(0, 300_000).Reverse());
        sorted.Sort();
        Check(sorted);
    }

    [Fact]
    public void A_directory_finds_more_chunks_than_one_page_of_it_holds()
    {
        var directory = default(ChunkDirectory<int>);
        const int Chunks = (3 * ChunkDirectory<int>.PageLength) + 5;
        for (var i = 0; i < Chunks; i++)
            directory.Add([i]);
        for (var i = 0; i < Chunks; i++)
            Assert.Equal(i, directory[i][0]);
        Assert.InRange(Largest1(directory), 1, LargeObject - 1);
        directory.RemoveFrom(ChunkDirectory<int>.PageLength + 1);
        Assert.Equal(ChunkDirectory<int>.PageLength + 1, directory.Count);
        Assert.Equal(ChunkDirectory<int>.PageLength, directory[ChunkDirectory<int>.PageLength][0]);
    }

    /// <summary>As many as an array may have, like List: its last chunk is shorter. It takes 2 GiB.</summary>
    [Fact, Trait("Scope", "Full")]
    public void A_full_list_takes_no_more()
    {
        ChunkedList<byte> list = [];
        list.EnsureCapacity(Array.MaxLength);
        Assert.Equal(Array.MaxLength, list.Capacity);
        for (var block = new byte[1 << 20]; list.Count < Array.MaxLength;)
            list.AddRange(block.AsSpan(0, Math.Min(block.Length, Array.MaxLength - list.Count)));
        Assert.Throws<OutOfMemoryException>(() => list.Add(1));
        Assert.Equal(Array.MaxLength, list.Count);
        list[^1] = 7;
        Assert.Equal(7, list[^1]);
        list.RemoveAt(Array.MaxLength - 1);
        list.Add(8);
        Assert.Equal(8, list[Array.MaxLength - 1]);
    }

    /// <summary>An entry's number holds its chunk's: there are 524,286 at most of sets of int.</summary>
    [Fact]
    public void Room_asked_for_little_by_little_does_not_use_up_the_numbers_of_chunks()
    {
        ChunkedHashSet<int> set = [];
        for (var i = 0; i < 600_000; i++)
        {
            Assert.True(set.EnsureCapacity(set.Count + 1) > i);
            set.Add(i);
        }
        Assert.InRange(set.ChunkCount, 600_000 / ChunkedHashSet<int>.ChunkLength, 2 * 600_000 / ChunkedHashSet<int>.ChunkLength);
    }

    private static ChunkedList<T> List<T>(IEnumerable<T> items)
    {
        var list = new ChunkedList<T>();
        foreach (var item in items)
            list.Add(item);
        return list;
    }

    private static void Check(object collection) => Assert.InRange(Largest1(collection), 1, LargeObject - 1);

    /// <summary>Bytes of the largest array that is reached from an object's fields.</summary>
    private static long Largest1(object holder)
    {
        long largest = 0;
        foreach (var field in holder.GetType().GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
        {
            if (field.GetValue(holder) is not { } value || field.FieldType.IsPrimitive)
                continue;
            if (value is Array array)
                largest = Math.Max(largest, OfArray(array));
            else if (field.FieldType.Namespace == typeof(ChunkedList<>).Namespace)
                largest = Math.Max(largest, Largest1(value));
        }
        return largest;
    }

    private static long OfArray(Array array)
    {
        var element = array.GetType().GetElementType()!;
        var size = (int)typeof(Unsafe).GetMethod(nameof(Unsafe.SizeOf))!.MakeGenericMethod(element).Invoke(null, null)!;
        var largest = ArrayHeader + ((long)size * array.Length);
        if (element.IsArray || element.Name.StartsWith("Slot", StringComparison.Ordinal))
        {
            foreach (var one in array)
            {
                if (one is Array inner)
                    largest = Math.Max(largest, OfArray(inner));
                else if (one is not null)
                    largest = Math.Max(largest, Largest1(one));
            }
        }
        return largest;
    }

    /// <summary>The largest element that the runtime lets an array have.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 65_535)]
    private readonly record struct Largest;
}
