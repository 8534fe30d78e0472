using Lowtide.Analysis;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;

namespace Lowtide.Reports.Report;

/// <summary>
/// What a process without workers held over a recording. PSS and private memory of a large one are read seldom, as it cannot map memory
/// meanwhile (docs/linux.md): in between its samples have RSS only.
/// </summary>
internal static class LoneMemory
{
    /// <summary>Null where there were workers, or nothing was read at two moments.</summary>
    public static LinesBlock? Of(RecordedFamily recorded)
    {
        var recording = recorded.Recording;
        if (!recording.IsOfOneProcess)
            return null;
        var samples = recording.Samples.Where(sample => sample.Memory != MemoryUse.Unknown).ToList();
        var full = samples.Count(sample => sample.Memory.PrivateBytes is not null);
        var isAll = full == samples.Count;
        var lines = new[]
        {
            isAll ? Line("in all (PSS)", samples, memory => memory.PssBytes, isAll) : Line("in all (RSS)", samples, memory => memory.RssBytes, isAll: true),
            // Of a process alone PSS is hardly more: two such points would lie on each other.
            Line("private", samples, memory => memory.PrivateBytes, isAll),
            Heap(recording),
        }.OfType<Series>().ToList();
        if (samples.Count < 2 || lines.Count == 0)
            return null;
        return new LinesBlock(
            $"{recorded.Prefix}memory of {recording.Latest.Name} {samples[^1].Pid}: " + full switch
            {
                0 => "RSS; private memory was not read",
                _ when isAll => "PSS and private memory",
                _ => $"RSS; private memory was read in {full:N0} of {samples.Count:N0} samples",
            },
            $"{lines[0].Name} goes from {TrialValues.Of(lines[0].Y[0], Unit.Bytes)} to {TrialValues.Of(lines[0].Y[^1], Unit.Bytes)}.",
            "seconds", Unit.Bytes, lines);
    }

    private static Series? Line(string name, IReadOnlyList<Sample> samples, Func<MemoryUse, long?> bytes, bool isAll) => Line(
        name, [.. samples.Where(sample => bytes(sample.Memory) is not null).Select(sample => (sample.Seconds, bytes(sample.Memory)!.Value))], isAll);

    /// <summary>As the collector told it after each collection.</summary>
    private static Series? Heap(Recording recording) => recording.DotNet is not { } trace ? null : Line(
        "that the collector has from the system",
        [.. trace.Collections.Where(collection => collection.CommittedBytes is not null)
            .Select(collection => (trace.StartSeconds + collection.At + collection.Seconds, collection.CommittedBytes!.Value))
            .OrderBy(told => told.Item1)], isAll: true);

    /// <summary>What was read at some moments only is drawn as these.</summary>
    private static Series? Line(string name, IReadOnlyList<(double Seconds, long Bytes)> told, bool isAll)
    {
        if (told.Count == 0)
            return null;
        var curve = new Curve([.. told.Select(point => Math.Max(0, Math.Round(point.Seconds, 2)))], [.. told.Select(point => (double)point.Bytes)]);
        return curve.Thinned().As(name, "plain") with { Style = isAll ? "line" : "points" };
    }
}
