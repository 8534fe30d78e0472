using Lowtide.Analysis;
using Lowtide.Analysis.Reloads;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Report.Sections;

/// <summary>What went on when all workers were replaced: old and new ones apart, and what the machine had left meanwhile.</summary>
internal sealed class ReloadSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material)
    {
        var reloaded = material.Recordings
            .Select(recorded => (Recorded: recorded, Generations: WorkerGeneration.All(recorded.Recording)))
            .Where(each => each.Generations.Count > 1)
            .ToList();
        return reloaded.Count == 0
            ? null
            : new ReportSection(
                "reload", "Reloads",
                "Workers that served together are a generation: the next one begins when all of them have been replaced. What a generation "
                + "copies as it ends is memory that the next one needs.",
                [.. reloaded.SelectMany(each => Blocks(each.Recorded, each.Generations))]);
    }

    private static IEnumerable<ReportBlock> Blocks(RecordedFamily recorded, IReadOnlyList<WorkerGeneration> generations)
    {
        var recording = recorded.Recording;
        yield return new TextBlock(null, null, ReloadWords.Lines(generations, MasterChange.All(recording)));
        yield return TableBlock.Of(
            $"{recorded.Prefix}the generations", ["generation", ">workers", ">from", ">to", ">end took", ">copied at the end"],
            generations.Index().Take(ReloadWords.MostGenerations).Select(each => Row(each.Index, each.Item)));
        var faults = generations.Take(ReloadWords.MostGenerations)
            .Select((generation, index) => Faults($"generation {index + 1}", generation)).OfType<Series>().ToList();
        if (faults.Count > 0)
            yield return new LinesBlock(
                $"{recorded.Prefix}pages touched for the first time, of each generation (minor faults)",
                "Page faults a second of each generation of workers.", "seconds", Unit.PerSecond, faults);
        var memory = new[]
        {
            Line("free", recording.SystemSamples, sample => sample.Host.FreeBytes),
            Line("cache", recording.SystemSamples, sample => sample.Host.CachedBytes),
        }.OfType<Series>().ToList();
        if (memory.Count > 0)
            yield return new LinesBlock(
                $"{recorded.Prefix}free memory of the machine, and its cache of files",
                "Free and cached memory of the machine over the recording.", "seconds", Unit.Bytes, memory);
        var waits = new[]
        {
            Shares("busiest disk at work", recording.SystemSamples, sample => sample.DiskBusySeconds),
            Shares("some task waited for memory", recording.SystemSamples, sample => sample.MemoryWaitSeconds),
            Shares("all tasks waited for storage", recording.SystemSamples, sample => sample.IoWaitSeconds),
        }.OfType<Series>().ToList();
        if (waits.Count > 0)
            yield return new LinesBlock(
                $"{recorded.Prefix}shares of the time in which the machine's disk was busy, or tasks waited",
                "Shares of time in which the disk was busy or tasks waited for memory or storage.", "seconds", Unit.Share, waits);
    }

    private static IReadOnlyList<string> Row(int index, WorkerGeneration generation)
    {
        var ends = generation.Workers.Select(Finalisation.Of).OfType<Finalisation>().ToList();
        return
        [
            $"{index + 1}", $"{generation.Workers.Count}", ReloadWords.Seconds(generation.FirstSeconds),
            generation.GoneSeconds is { } gone ? ReloadWords.Seconds(gone) : "the end",
            ReloadWords.Longest(generation) is { } longest ? longest.Duration : "-",
            ends.Count == 0 ? "-" : Amount.Range(ends.Sum(end => end.CopiedLowBytes), ends.Sum(end => end.CopiedHighBytes)),
        ];
    }

    /// <summary>Of all its workers together; those that were sampled at both ends of a stretch count in it.</summary>
    private static Series? Faults(string name, WorkerGeneration generation)
    {
        var rates = generation.Workers
            .Select(worker => worker.Samples.Where(sample => sample.MinorFaults is not null).ToList())
            .SelectMany(read => read.Zip(read.Skip(1)))
            .GroupBy(pair => pair.Second.Seconds, pair => Rate(pair.First, pair.Second))
            .OrderBy(moment => moment.Key);
        return Drawn(name, rates.Select(moment => (moment.Key, moment.Sum())));

        static double Rate(Sample before, Sample after) =>
            (after.MinorFaults!.Value - before.MinorFaults!.Value) / Math.Max(0.01, after.Seconds - before.Seconds);
    }

    private static Series? Line(string name, IReadOnlyList<SystemSample> samples, Func<SystemSample, long?> bytes) =>
        Drawn(name, samples.Where(sample => bytes(sample) is not null).Select(sample => (sample.Seconds, (double)bytes(sample)!.Value)));

    private static Series? Shares(string name, IReadOnlyList<SystemSample> samples, Func<SystemSample, double?> seconds) =>
        Drawn(name, samples.Zip(samples.Skip(1))
            .Where(pair => seconds(pair.Second) is not null && pair.Second.Seconds > pair.First.Seconds)
            .Select(pair => (pair.Second.Seconds, Math.Min(1, seconds(pair.Second)!.Value / (pair.Second.Seconds - pair.First.Seconds)))));

    private static Series? Drawn(string name, IEnumerable<(double Seconds, double Value)> points)
    {
        var all = points.ToList();
        var curve = new Curve([.. all.Select(point => Math.Round(point.Seconds, 2))], [.. all.Select(point => point.Value)]).Thinned();
        return all.Count == 0 ? null : new Series(name, "plain", "line", curve.Seconds, curve.Values);
    }
}
