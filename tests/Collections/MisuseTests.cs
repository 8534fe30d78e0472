using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>Threads that change a collection at once, which they must not: whatever comes of it, each call ends and the process lives.</summary>
public sealed class MisuseTests
{
    private const int Threads = 4;
    private const int Rounds = 60_000;

    [Fact]
    public void List_calls_end()
    {
        var list = new ChunkedList<int>();
        Hammer((random, i) =>
        {
            switch (random.Next(6))
            {
                case 0: list.RemoveAt(random.Next(list.Count + 1)); break;
                case 1: list.Insert(random.Next(list.Count + 1), i); break;
                case 2: _ = list[random.Next(list.Count + 1)]; break;
                case 3: if (random.Next(2000) == 0) { list.Clear(); list.TrimExcess(); } break;
                default: list.Add(i); break;
            }
        });
        Assert.True(list.Count <= Threads * Rounds);
    }

    [Fact]
    public void Set_calls_end()
    {
        var set = new ChunkedHashSet<int>();
        Hammer((random, i) =>
        {
            var key = random.Next(50_000);
            switch (random.Next(6))
            {
                case 0 or 1: set.Remove(key); break;
                case 2: set.Contains(key); break;
                case 3: if (random.Next(5000) == 0) set.TrimExcess(); break;
                default: set.Add(key); break;
            }
        });
        Assert.True(set.Count <= Threads * Rounds);
    }

    /// <summary>Exceptions are what misuse may come to; they are the framework's too.</summary>
    private static void Hammer(Action<Random, int> step)
    {
        var threads = Enumerable.Range(0, Threads).Select(seed => new Thread(() =>
        {
            var random = new Random(seed);
            for (var i = 0; i < Rounds; i++)
            {
                try
                {
                    step(random, i);
                }
                catch (Exception misused) when (misused is ArgumentException or InvalidOperationException or IndexOutOfRangeException
                    or NullReferenceException or OutOfMemoryException or ArrayTypeMismatchException)
                {
                    continue;
                }
            }
        })).ToArray();
        foreach (var thread in threads)
            thread.Start();
        foreach (var thread in threads)
            thread.Join();
    }
}
