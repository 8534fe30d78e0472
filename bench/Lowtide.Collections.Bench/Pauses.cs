using System.Diagnostics.CodeAnalysis;

namespace Lowtide.Collections.Bench;

/// <summary>
/// How long the collector stops a program in which 600 dictionaries of 50,000 entries come and go beside 3 million objects that stay, four dictionaries alive
/// at once: with the framework's type and with ours in turn.
/// </summary>
internal static class Pauses
{
    private const int Rounds = 5;
    internal const int Made = 600;
    private const int Entries = 50_000;
    private const int Alive = 4;

    // Too few to allocate as much as brings the next collection.
    private const int AskEach = 1000;

    /// <summary>What one of the types cost: medians of the rounds.</summary>
    internal sealed record Cost
    {
        public required double PauseMs { get; init; }

        public required double LongestMs { get; init; }

        /// <summary>Of all threads: the collector's own, which work while the program runs, too.</summary>
        public required double ProcessorMs { get; init; }

        /// <summary>How much was alive in what was collected, and so was marked, or copied, while the program stood.</summary>
        public required double PromotedMB { get; init; }

        public required double Full { get; init; }
    }

    internal static (Cost Framework, Cost Chunked) Measure()
    {
        var staying = Enumerable.Range(0, 3_000_000).Select(i => new object()).ToArray();
        List<Cost> framework = [], chunked = [];
        for (var round = 0; round < Rounds; round++)
        {
            framework.Add(Of(seen => Fill(new Dictionary<int, int>(), seen)));
            chunked.Add(Of(seen => Fill(new ChunkedDictionary<int, int>(), seen)));
        }
        GC.KeepAlive(staying);
        return (Middle(framework), Middle(chunked));
    }

    [SuppressMessage("Reliability", "S1215", Justification = "Each round begins with the same heap.")]
    private static Cost Of(Func<Collections, object> make)
    {
        GC.Collect();
        var seen = new Collections();
        var (paused, full, worked) = (GC.GetTotalPauseDuration(), GC.CollectionCount(2), Environment.CpuUsage.TotalTime);
        var alive = new object[Alive];
        for (var i = 0; i < Made; i++)
            alive[i % Alive] = make(seen);
        GC.KeepAlive(alive);
        return new()
        {
            PauseMs = (GC.GetTotalPauseDuration() - paused).TotalMilliseconds,
            LongestMs = seen.LongestMs,
            ProcessorMs = (Environment.CpuUsage.TotalTime - worked).TotalMilliseconds,
            PromotedMB = seen.Bytes / 1e6,
            Full = GC.CollectionCount(2) - full,
        };
    }

    private static Cost Middle(List<Cost> rounds) => new()
    {
        PauseMs = Median(rounds.Select(one => one.PauseMs)),
        LongestMs = Median(rounds.Select(one => one.LongestMs)),
        ProcessorMs = Median(rounds.Select(one => one.ProcessorMs)),
        PromotedMB = Median(rounds.Select(one => one.PromotedMB)),
        Full = Median(rounds.Select(one => one.Full)),
    };

    private static double Median(IEnumerable<double> values) => values.Order().ElementAt(Rounds / 2);

    private static Dictionary<int, int> Fill(Dictionary<int, int> map, Collections seen)
    {
        for (var i = 0; i < Entries; i++)
        {
            map.Add(i, i);
            if (i % AskEach == 0)
                seen.Ask();
        }
        return map;
    }

    private static ChunkedDictionary<int, int> Fill(ChunkedDictionary<int, int> map, Collections seen)
    {
        for (var i = 0; i < Entries; i++)
        {
            map.Add(i, i);
            if (i % AskEach == 0)
                seen.Ask();
        }
        return map;
    }

    /// <summary>What each collection found alive, and how long it stopped the program at most.</summary>
    private sealed class Collections
    {
        // One that runs beside the program is counted when it begins, and described when it has ended.
        private static readonly GCKind[] Kinds = [GCKind.Ephemeral, GCKind.Background, GCKind.FullBlocking];
        private readonly long[] _last = [.. Kinds.Select(kind => GC.GetGCMemoryInfo(kind).Index)];

        internal long Bytes { get; private set; }

        internal double LongestMs { get; private set; }

        internal void Ask()
        {
            for (var kind = 0; kind < Kinds.Length; kind++)
            {
                var collection = GC.GetGCMemoryInfo(Kinds[kind]);
                if (collection.Index == _last[kind])
                    continue;
                _last[kind] = collection.Index;
                Bytes += collection.PromotedBytes;
                foreach (var pause in collection.PauseDurations)
                    LongestMs = Math.Max(LongestMs, pause.TotalMilliseconds);
            }
        }
    }
}
