using Lowtide.Analysis;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Report.Sections;

/// <summary>What is known of a Ruby family's heap, and how it went where the kit was at work.</summary>
internal sealed class RubySection : IReportSection
{
    private const int MostLines = 8;

    public ReportSection? Of(ReportMaterial material)
    {
        var blocks = material.Recordings.SelectMany(Blocks).ToList();
        return blocks.Count == 0 ? null : new ReportSection(
            "ruby", "Ruby's memory",
            "Over time how full the slots of Ruby's heap are, how many there are of each size, and how often they were collected.", blocks);
    }

    private static IEnumerable<ReportBlock> Blocks(RecordedFamily recorded)
    {
        var family = recorded.Recording.Latest;
        var lines = RubyWords.Of(family).ToList();
        if (lines.Count > 0)
            yield return new TextBlock($"{recorded.Prefix}{lines[0]}", null, lines[1..]);
        var processes = SeenLongest(recorded.Recording);
        if (processes.Count == 0)
            yield break;
        var free = processes.Select(process => Line(Name(process), process, counts => counts.FreeShare)).OfType<Series>().ToList();
        yield return new LinesBlock(
            $"{recorded.Prefix}share of the slots that are free",
            $"Free slots of {free[0].Name} go from {Amount.Percent(free[0].Y[0])} to {Amount.Percent(free[0].Y[^1])}.",
            "seconds", Unit.Share, free);
        foreach (var chart in OfOne(recorded.Prefix, Shown(processes)))
            yield return chart;
    }

    private static List<List<Sample>> SeenLongest(Recording recording) =>
    [
        .. recording.Samples
            .Where(sample => sample.Ruby?.FreeShare is not null)
            .GroupBy(sample => (sample.Pid, sample.StartTicks))
            .Where(process => process.Skip(1).Any())
            .OrderByDescending(process => process.Count())
            .Take(MostLines)
            .Select(process => process.ToList()),
    ];

    /// <summary>The one that was seen longest, of workers where there are some: a master only waits for them, and its heap rests.</summary>
    private static List<Sample> Shown(List<List<Sample>> processes) =>
        processes.Find(process => process[^1].Role == Role.Worker) ?? processes[0];

    private static string Name(List<Sample> process) => $"{(process[^1].Role == Role.Worker ? "worker" : "process")} {process[0].Pid}";

    /// <summary>What is too much to be drawn of every process.</summary>
    private static IEnumerable<LinesBlock> OfOne(string prefix, List<Sample> process)
    {
        var (name, first) = (Name(process), process[0].Ruby!);
        return new[]
        {
            Counts($"{prefix}slots by their size, {name}", BySize(process, pool => pool.Slots)),
            Counts($"{prefix}slots with an object, by their size, {name}", BySize(process, pool => pool.LiveSlots)),
            Counts($"{prefix}collections since the first sample, {name}",
            [
                Line("minor", process, counts => counts.MinorCollections - first.MinorCollections),
                Line("major", process, counts => counts.MajorCollections - first.MajorCollections),
            ]),
        }.OfType<LinesBlock>();
    }

    private static LinesBlock? Counts(string caption, IEnumerable<Series?> lines)
    {
        var known = lines.OfType<Series>().ToList();
        return known.Count == 0 ? null : new LinesBlock(
            caption,
            string.Join("; ", known.Select(line => $"{line.Name}: from {line.Y[0]:N0} to {line.Y[^1]:N0}")) + ".",
            "seconds", Unit.Count, known);
    }

    /// <summary>Of the sizes that took most memory, where there are too many.</summary>
    private static IEnumerable<Series?> BySize(List<Sample> process, Func<RubyPoolCounts, long?> count) => process
        .SelectMany(sample => sample.Ruby!.Pools)
        .GroupBy(pool => pool.SlotBytes)
        .OrderByDescending(size => size.Max(pool => size.Key * (double)pool.Slots))
        .Take(MostLines)
        .Select(size => size.Key)
        .Order()
        .Select(size => Line($"{size} bytes", process, counts => counts.Pools.Where(pool => pool.SlotBytes == size).Select(count).FirstOrDefault()));

    /// <returns>Null where none of the samples has it.</returns>
    private static Series? Line(string name, List<Sample> process, Func<RubyCounts, double?> value)
    {
        var points = process.Select(sample => (sample.Seconds, Value: value(sample.Ruby!))).Where(point => point.Value is not null).ToList();
        return points.Count == 0 ? null : new Curve(
            [.. points.Select(point => Math.Round(point.Seconds, 2))], [.. points.Select(point => point.Value!.Value)]).Thinned().As(name, "plain");
    }
}
