using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Reloads;

namespace Lowtide.Reports.Words;

/// <summary>A reload in the words that the screen and the report have in common.</summary>
internal static class ReloadWords
{
    /// <summary>A worker that crashes again and again makes a generation each time.</summary>
    public const int MostGenerations = 8;

    /// <summary>Nothing of a recording through which the workers and their master stayed.</summary>
    public static IReadOnlyList<string> Lines(IReadOnlyList<WorkerGeneration> generations, IReadOnlyList<MasterChange> masters)
    {
        var changes = masters.Select(change =>
            $"master: {(change.ByExec ? "replaced itself by exec" : $"process {change.Pid} took its place")}, first seen at {Seconds(change.Seconds)}");
        var lines = generations.Count < 2 ? [] : generations.Select((_, index) => Line(index, generations));
        return [.. Shortened(changes), .. Shortened(lines)];
    }

    private static IEnumerable<string> Shortened(IEnumerable<string> lines)
    {
        var all = lines.ToList();
        return all.Count <= MostGenerations ? all : all.Take(MostGenerations).Append($"... and {all.Count - MostGenerations} more such lines");
    }

    private static string Line(int index, IReadOnlyList<WorkerGeneration> generations)
    {
        var generation = generations[index];
        var without = index == 0 ? 0 : generation.FirstSeconds - generations[index - 1].GoneSeconds!.Value;
        return $"generation {index + 1}: {Workers(generation)} {(index == 0 ? "from the start" : $"from {Seconds(generation.FirstSeconds)}")} "
            + (generation.GoneSeconds is { } gone ? $"to {Seconds(gone)}" : "on")
            + (Longest(generation) is { } end ? $"; at their end Python took itself apart for up to {end.Duration}" : "")
            + (without > 0 ? $"; {Seconds(without)} without any worker before" : "");
    }

    public static string Workers(WorkerGeneration generation) => Amount.Count(generation.Workers.Count, "worker");

    /// <summary>Of the worker that was at it longest; null where none was seen.</summary>
    public static Finalisation? Longest(WorkerGeneration generation) =>
        generation.Workers.Select(Finalisation.Of).OfType<Finalisation>().MaxBy(end => end.Seconds);

    public static string Seconds(double seconds) => string.Create(CultureInfo.InvariantCulture, $"{seconds:0.0} s");
}
