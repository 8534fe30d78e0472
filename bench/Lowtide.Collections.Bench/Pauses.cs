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

    /// <summary>What one of the types cost: medians of the rounds.</summary>
    internal sealed record Cost
    {
        public required double PauseMs { get; init; }

        public required double Full { get; init; }
    }

    internal static (Cost Framework, Cost Chunked) Measure()
    {
        var staying = Enumerable.Range(0, 3_000_000).Select(i => new object()).ToArray();
        List<Cost> framework = [], chunked = [];
        for (var round = 0; round < Rounds; round++)
        {
            framework.Add(Of(() => Fill(new Dictionary<int, int>())));
            chunked.Add(Of(() => Fill(new ChunkedDictionary<int, int>())));
        }
        GC.KeepAlive(staying);
        return (Middle(framework), Middle(chunked));
    }

    [SuppressMessage("Reliability", "S1215", Justification = "Each round begins with the same heap.")]
    private static Cost Of(Func<object> make)
    {
        GC.Collect();
        var (paused, full) = (GC.GetTotalPauseDuration(), GC.CollectionCount(2));
        var alive = new object[Alive];
        for (var i = 0; i < Made; i++)
            alive[i % Alive] = make();
        GC.KeepAlive(alive);
        return new()
        {
            PauseMs = (GC.GetTotalPauseDuration() - paused).TotalMilliseconds,
            Full = GC.CollectionCount(2) - full,
        };
    }

    private static Cost Middle(List<Cost> rounds) => new()
    {
        PauseMs = Median(rounds.Select(one => one.PauseMs)),
        Full = Median(rounds.Select(one => one.Full)),
    };

    private static double Median(IEnumerable<double> values) => values.Order().ElementAt(Rounds / 2);

    private static Dictionary<int, int> Fill(Dictionary<int, int> map)
    {
        for (var i = 0; i < Entries; i++)
            map.Add(i, i);
        return map;
    }

    private static ChunkedDictionary<int, int> Fill(ChunkedDictionary<int, int> map)
    {
        for (var i = 0; i < Entries; i++)
            map.Add(i, i);
        return map;
    }
}
