using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

public enum AlertState
{
    Quiet,
    Raised,

    /// <summary>The counter is held against its own two weeks, and less was recorded.</summary>
    TooShort,

    /// <summary>The recording has no figure of it, has gaps of a day, or went on for a day after the process that was listened to had ended.</summary>
    NotRead,
}

/// <summary>
/// A counter of a .NET service, and the threshold from which on somebody should look. Which ones, and that three of them are held against the
/// median of two weeks, is what Pyrus has watched since its case (Habr, 2019).
/// </summary>
/// <param name="Counter">snake_case, with its unit.</param>
/// <param name="LastDay">The most of the last 24 hours, or of all that was recorded where that is less; of counts their number, of time its share.</param>
/// <param name="Median">Of fourteen days before that; null where the threshold is fixed, and where too little was recorded.</param>
/// <param name="Threshold">Above which it is raised; null where it cannot be told.</param>
/// <param name="RecordedSeconds">Of this counter.</param>
/// <param name="NeededSeconds">To hold it against its threshold; 0 where that is fixed.</param>
public sealed record CounterAlert(
    string Counter, string Words, Unit Unit, double? LastDay, double? Median, double? Threshold, AlertState State, double RecordedSeconds,
    double NeededSeconds)
{
    /// <summary>Published is "far above the median"; how far that is, is Lowtide's choice.</summary>
    public const double FarAbove = 1.5;

    /// <summary>"% Time in GC", as it is commonly watched.</summary>
    public const double PauseShare = 0.05;

    /// <summary>What is added to nearly nothing is soon many times as much: less than this is not far.</summary>
    private const double LeastBytes = 1 << 20, LeastCollections = 5;

    private const int Gen2 = 2, LargeObjects = 3;

    /// <summary>Whether a whole day was recorded; otherwise <see cref="LastDay"/> is of less.</summary>
    public bool HasDay => RecordedSeconds >= DailyFigures.Day;

    /// <summary>Of this counter: collections are whole.</summary>
    public string Text(double amount) => Unit == Unit.Count ? $"{amount:N0}" : Unit.Text(amount);

    /// <returns>None without a trace.</returns>
    public static IReadOnlyList<CounterAlert> All(Recording recording)
    {
        if (recording.DotNet is not { } trace)
            return [];
        // What nobody listened to is not quiet: a process may end, and another be started in its place, long before the recording does.
        var unheard = recording.Samples.Count > 0 && recording.Samples[^1].Seconds >= trace.StartSeconds + trace.Seconds + DailyFigures.Day;
        return [OwnBytes(recording), .. OfTrace(trace).Select(alert => unheard ? alert with { LastDay = null, State = AlertState.NotRead } : alert)];
    }

    private static CounterAlert[] OfTrace(DotNetTrace trace)
    {
        var (from, to) = (0.0, trace.Seconds);
        var lastDay = Math.Max(0, to - DailyFigures.Day);
        return
        [
            Usual("gen2_bytes", "size of generation 2", Unit.Bytes, DailyFigures.Maxima(Sizes(trace, Gen2), from, to), to),
            Usual("large_object_bytes", "size of large objects", Unit.Bytes, DailyFigures.Maxima(Sizes(trace, LargeObjects), from, to), to),
            Usual("gen2_collections", "collections of generation 2", Unit.Count,
                DailyFigures.Counts(trace.Collections.Where(collection => collection.Generation == Gen2).Select(collection => collection.At), from, to), to),
            Fixed("pause_share", "time in collections", Unit.Share,
                to > 0 ? trace.OwnPauses.Where(pause => pause.At >= lastDay).Sum(pause => pause.Seconds) / (to - lastDay) : null, PauseShare, to),
            Fixed("induced_collections", "induced collections", Unit.Count,
                trace.Collections.Count(collection => collection.IsInduced && collection.At >= lastDay), 0, to),
        ];
    }

    private static CounterAlert OwnBytes(Recording recording)
    {
        var sums = PrivateBytes.OfAll(recording).Select(sum => (sum.At, (double)sum.Bytes));
        var (from, to) = recording.Samples.Count == 0 ? (0, 0) : (recording.Samples[0].Seconds, recording.Samples[^1].Seconds);
        return Usual("private_bytes", "private bytes", Unit.Bytes, DailyFigures.Maxima(sums, from, to), to - from);
    }

    private static IEnumerable<(double At, double Bytes)> Sizes(DotNetTrace trace, int generation) =>
        trace.Collections.Where(collection => collection.After is not null).Select(collection => (collection.At, (double)collection.After![generation]));

    private static CounterAlert Usual(string counter, string words, Unit unit, DailyFigures days, double seconds)
    {
        double? threshold = days.Median is { } median ? Math.Max(median * FarAbove, median + (unit == Unit.Bytes ? LeastBytes : LeastCollections)) : null;
        return new CounterAlert(counter, words, unit, days.Last, days.Median, threshold, State(), seconds, DailyFigures.DaysNeeded * DailyFigures.Day);

        AlertState State() => days.Last is null ? AlertState.NotRead
            : !DailyFigures.IsLongEnough(seconds) ? AlertState.TooShort
            : threshold is null ? AlertState.NotRead
            : days.Last > threshold ? AlertState.Raised : AlertState.Quiet;
    }

    private static CounterAlert Fixed(string counter, string words, Unit unit, double? value, double threshold, double seconds) => new(
        counter, words, unit, value, Median: null, threshold,
        value is null ? AlertState.NotRead : value > threshold ? AlertState.Raised : AlertState.Quiet, seconds, NeededSeconds: 0);
}
