using Lowtide.Analysis;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Report.Sections;

/// <summary>The family's processes and what is around them: the cgroup and the machine.</summary>
internal sealed class ProcessesSection : IReportSection
{
    private const int MostRows = 20;

    public ReportSection? Of(ReportMaterial material) => material.Recordings.All(recorded => recorded.IsTrace)
        ? null
        : new ReportSection(
            "around", "Processes, cgroup and host",
            "What each process held at the end, and what the limit of its cgroup and the machine left over.",
            [.. material.Recordings.Where(recorded => !recorded.IsTrace).SelectMany(Blocks)]);

    private static IEnumerable<ReportBlock> Blocks(RecordedFamily recorded)
    {
        var recording = recorded.Recording;
        var family = recording.Latest;
        yield return new TextBlock(null, $"{recorded.Prefix}{Around(recording)}", []);
        if (Memory(recorded) is { } chart)
            yield return chart;
        var members = family.Members.ToList();
        var shown = family.Master is null ? MostRows : MostRows + 1;
        var rows = members.Take(shown).Select(member => Row(
            $"{member.Process.Pid}", FamilyWords.Role(member, family), [member.Memory])).ToList();
        if (members.Count > shown)
            rows.Add(Row($"{members.Count - shown} more", "workers", [.. members.Skip(shown).Select(member => member.Memory)]));
        yield return TableBlock.Of($"{recorded.Prefix}the processes", ["pid", "role", ">RSS", ">PSS", ">shared", ">private", ">swap"], rows, folded: true);
    }

    private static IReadOnlyList<string> Row(string name, string role, IReadOnlyList<MemoryUse> of)
    {
        return [name, role, Sum(memory => memory.RssBytes), Sum(memory => memory.PssBytes), Sum(memory => memory.SharedBytes),
            Sum(memory => memory.PrivateBytes), Sum(memory => memory.SwapBytes)];

        string Sum(Func<MemoryUse, long?> bytes) => Screen.Size(of.Aggregate((long?)0, (sum, memory) => sum + bytes(memory)));
    }

    private static string Around(Recording recording)
    {
        var host = recording.Host;
        return $"{(FamilyWords.Cgroup(recording.Latest.Cgroup) is { } cgroup ? $"{cgroup}; " : "")}the machine had {Screen.Size(host.AvailableBytes)} of "
            + $"{Screen.Size(host.MemoryBytes)} available when the recording began.";
    }

    /// <summary>Null where no sample has it.</summary>
    private static LinesBlock? Memory(RecordedFamily recorded)
    {
        var samples = recorded.Recording.SystemSamples;
        var series = new[]
        {
            Line("available on the machine", samples, sample => sample.Host.AvailableBytes),
            Line("working set of the cgroup", samples, sample => sample.Cgroup?.WorkingSetBytes),
            Line("limit of the cgroup", samples, sample => sample.Cgroup?.LimitBytes),
            Line("swap in use", samples, sample => sample.Host.SwapTotalBytes is > 0 and var swap ? swap - sample.Host.SwapFreeBytes : null),
        }.OfType<Series>().ToList();
        return series.Count == 0
            ? null
            : new LinesBlock(
                $"{recorded.Prefix}memory of the machine and the cgroup",
                "Memory of the machine and of the family's cgroup over the recording.", "seconds", Unit.Bytes, series);
    }

    private static Series? Line(string name, IReadOnlyList<SystemSample> samples, Func<SystemSample, long?> bytes)
    {
        var read = samples.Where(sample => bytes(sample) is not null).ToList();
        return read.Count == 0
            ? null
            : new Curve([.. read.Select(sample => Math.Round(sample.Seconds, 2))], [.. read.Select(sample => (double)bytes(sample)!.Value)])
                .Thinned().As(name, "plain");
    }
}
