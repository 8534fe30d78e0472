using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Words;

/// <summary>What a .NET runtime told, in the words that the screen and the report have in common.</summary>
internal static class DotNetWords
{
    /// <summary>Of generation 2, on a screen; the document has all.</summary>
    private const int MostListed = 10;

    /// <summary>Seconds: listening begins before the first sample, and ends a little later.</summary>
    private const double NearlySame = 0.5;

    /// <param name="recorded">Said above: a length that is nearly the same is not said again.</param>
    public static IEnumerable<string> Of(DotNetTrace trace, RecordedTime? recorded)
    {
        var length = recorded is null ? $" in {Amount.Time(trace.Seconds)}"
            : Math.Abs(recorded.Seconds - trace.Seconds) < NearlySame ? ""
            : $" in {Amount.Time(trace.Seconds)} that were listened to";
        yield return $"collections: {trace.Collections.Count:N0}{length}; "
            + $"all threads stood still {Times(trace.OwnPauses.Count())}, "
            + $"for {Unit.Seconds.Text(trace.PauseSeconds)} in all, {Amount.Percent(trace.Seconds > 0 ? trace.PauseSeconds / trace.Seconds : 0)} of the time";
        if (Heap(trace) is { } heap)
            yield return heap;
        if (trace.Settings is { } settings)
            yield return Settings(settings, trace);
        if (trace.Deaths is { } deaths)
            yield return $"{deaths.Followed:N0} sampled objects were followed, which lengthens pauses{Told(trace)}; "
                + (deaths.UntilSeconds is null ? "no collection of generation 2 told which were dead"
                    : $"at least {Amount.Bytes((long)Gen2Death.All(trace).Sum(death => death.BytesPerSecond))} a second died in generation 2");
    }

    private static string Times(int count) => count == 1 ? "once" : $"{count:N0} times";

    private static string Told(DotNetTrace trace) => trace.Pauses.Where(pause => pause.TellsSurvivors).ToList() is { Count: > 0 } told
        ? $" and stopped all threads {Times(told.Count)} more, for {Unit.Seconds.Text(told.Sum(pause => pause.Seconds))} "
            + "that are counted nowhere here"
        : "";

    public static TableBlock Table(DotNetTrace trace) => new(
        "",
        [
            new("gen", false),
            .. GenerationFigure.All.Select(figure => new TableColumn(figure.Column.Head, figure.Column.IsRight) { Worth = figure.Column.Worth }),
            new("begun for", false),
        ],
        [.. GenerationSums.All(trace).Select(sums =>
            (IReadOnlyList<string>)[$"{sums.Generation}", .. GenerationFigure.All.Select(figure => figure.Text(sums)), Reasons(sums)])],
        Folded: false);

    public static string Reasons(GenerationSums sums) =>
        string.Join(", ", sums.Reasons.Select(reason => $"{Word(reason.Reason)} {reason.Collections:N0}"));

    /// <summary>Those of the longest pauses, in order of time.</summary>
    public static IEnumerable<string> Full(DotNetTrace trace)
    {
        var full = trace.Collections.Where(collection => collection.Generation == 2).ToList();
        var longest = full.OrderByDescending(collection => collection.PauseSeconds).Take(MostListed).OrderBy(collection => collection.At).ToList();
        foreach (var collection in longest)
            yield return $"{Amount.Time(collection.At)}: {Word(collection.Kind)}, {Word(collection.Reason)}, "
                + $"pause {Unit.Seconds.Text(collection.PauseSeconds)}"
                + $"{(Blame.Asker(collection, trace) is var asker and not Blame.Unknown ? $", by {asker}" : "")}";
        if (full.Count > longest.Count)
            yield return $"{full.Count - longest.Count:N0} more with shorter pauses";
    }

    /// <summary>Counters that can be held against a threshold; of all others once what they need.</summary>
    public static IEnumerable<ReportBlock> Alerts(IReadOnlyList<CounterAlert> alerts)
    {
        var ready = alerts.Where(alert => alert.State != AlertState.TooShort).ToList();
        if (ready.Count > 0)
            yield return TableBlock.Of("", ["counter", $">{AlertSpan(alerts)}", ">alert above", ""], AlertRows(ready));
        if (alerts.Where(alert => alert.State == AlertState.TooShort).ToList() is { Count: > 0 } young)
            yield return new TextBlock(null, $"not enough history ({Amount.Time(young.Max(alert => alert.NeededSeconds))}): "
                + string.Join(", ", young.Select(alert => alert.Words)), []);
    }

    /// <summary>Of what the figures of alerts are.</summary>
    public static string AlertSpan(IReadOnlyList<CounterAlert> alerts) => alerts.Any(alert => alert.HasDay) ? "last day" : "recorded";

    /// <summary>Counter, its most of the last day, the threshold, and how it stands to that.</summary>
    public static IEnumerable<IReadOnlyList<string>> AlertRows(IReadOnlyList<CounterAlert> alerts) => alerts.Select(IReadOnlyList<string> (alert) =>
    [
        alert.Words,
        alert.LastDay is { } value ? alert.Text(value) : "-",
        alert.Threshold is { } threshold ? alert.Text(threshold) : "-",
        alert.State switch
        {
            AlertState.Raised => "raised",
            AlertState.TooShort => $"needs {Amount.Time(alert.NeededSeconds)}",
            AlertState.NotRead => alert.LastDay is null ? "not sampled" : "days are missing",
            _ => "",
        },
    ]);

    /// <summary>The collector's own part of the process's memory, at its last word; null where it gave none.</summary>
    private static string? Heap(DotNetTrace trace) =>
        trace.Collections.LastOrDefault(collection => collection.After is not null) is not { After: { } sizes } last ? null
        : $"the collector's heap after the last collection: {(last.CommittedBytes is { } committed ? $"{Amount.Bytes(committed)} from the system; " : "")}"
            + $"generation 0 has {Amount.Bytes(sizes[0])}, 1 has {Amount.Bytes(sizes[1])}, 2 has {Amount.Bytes(sizes[2])}; "
            + $"large objects {Amount.Bytes(sizes[3])}, pinned ones {Amount.Bytes(sizes[4])}, with free space";

    /// <summary>Below the table, whose generations are without them; null where none were told.</summary>
    public static string? Large(DotNetTrace trace)
    {
        var told = trace.Collections
            .Where(collection => collection is { Generation: 2, Before: not null, PromotedBytes: not null, After: not null })
            .ToList();
        return told.Sum(collection => collection.Before![3]) is var before && before == 0 ? null
            : $"large objects are beside generation 2 and collected with it: {Amount.Bytes(before / told.Count)} before, of which "
                + $"{Amount.Bytes(told.Sum(collection => collection.PromotedBytes![3]) / told.Count)} survived, "
                + $"and {Amount.Bytes(told.Sum(collection => collection.After![3]) / told.Count)} after, with free space (means)";
    }

    private static string Settings(DotNetSettings settings, DotNetTrace trace) => string.Join(", ",
    [
        settings.Server switch { true => "server collector", false => "workstation collector", null => "collector" }
            + (trace.Collections.Select(collection => collection.Heaps).Max() is > 1 and var heaps ? $" with up to {heaps} heaps" : ""),
        settings.Concurrent ? "background collection on" : "background collection off",
        settings.HardLimitBytes > 0 ? $"hard limit {Amount.Bytes(settings.HardLimitBytes)}" : "no hard limit",
        $"large from {settings.LohThresholdBytes:N0} bytes on",
        .. settings.HighMemoryPercent > 0 ? [$"high memory from {settings.HighMemoryPercent}% on"] : Array.Empty<string>(),
    ]);

    public static string Word(Enum value) => JsonWord.Of(value) is not JsonWord.Other and var word ? word.Replace('_', ' ') : $"{JsonWord.Other} ({value:D})";
}
