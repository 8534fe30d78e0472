namespace Lowtide.Collections.Bench;

/// <summary>
/// Small collections of all types, used as often as a server does before a large one comes. The compiler then has seen how these are used, and lays out its
/// code for them: a fresh process, which has seen large ones only, is no measure (dynamic PGO).
/// </summary>
internal static class SmallOnes
{
    private const int Times = 20_000;
    private static long s_seen;

    internal static void Use()
    {
        for (var time = 0; time < Times; time++)
            s_seen += Framework(time % 12) + Chunked(time % 12);
    }

    private static long Framework(int count)
    {
        var list = new List<int>();
        var set = new HashSet<int>();
        var map = new Dictionary<int, int>();
        for (var i = 0; i < count; i++)
        {
            list.Add(i);
            set.Add(i);
            map[i] = i;
        }
        long sum = 0;
        for (var i = 1; i < list.Count; i++)
            sum += list[i] - list[i - 1] + (set.Contains(i) ? 1 : 0) + (map.TryGetValue(i + 1, out var value) ? value : 0);
        foreach (var value in list)
            sum += value;
        foreach (var value in set)
            sum += value;
        foreach (var (_, value) in map)
            sum += value;
        if (list.Count > 1)
            (list[0], list[^1]) = (list[^1], list[0]);
        list.Sort();
        list.Reverse();
        while (list.Count > 0)
            list.RemoveAt(list.Count - 1);
        return sum + set.RemoveWhere(value => value > 5) + (map.Remove(3) ? 1 : 0) + (set.Remove(2) ? 1 : 0);
    }

    private static long Chunked(int count)
    {
        var list = new ChunkedList<int>();
        var set = new ChunkedHashSet<int>();
        var map = new ChunkedDictionary<int, int>();
        for (var i = 0; i < count; i++)
        {
            list.Add(i);
            set.Add(i);
            map[i] = i;
        }
        long sum = 0;
        for (var i = 1; i < list.Count; i++)
            sum += list[i] - list[i - 1] + (set.Contains(i) ? 1 : 0) + (map.TryGetValue(i + 1, out var value) ? value : 0);
        foreach (var value in list)
            sum += value;
        foreach (var value in set)
            sum += value;
        foreach (var (_, value) in map)
            sum += value;
        if (list.Count > 1)
            (list[0], list[^1]) = (list[^1], list[0]);
        list.Sort();
        list.Reverse();
        while (list.Count > 0)
            list.RemoveAt(list.Count - 1);
        return sum + set.RemoveWhere(value => value > 5) + (map.Remove(3) ? 1 : 0) + (set.Remove(2) ? 1 : 0);
    }
}
