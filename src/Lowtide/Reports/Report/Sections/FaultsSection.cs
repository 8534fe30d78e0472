using Lowtide.Analysis;
using Lowtide.Analysis.Faults;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Faults;
using Lowtide.Writing;

namespace Lowtide.Reports.Report.Sections;

/// <summary>Whose code touched memory first, where a recording has page faults: the proof of what copies.</summary>
internal sealed class FaultsSection : IReportSection
{
    /// <summary>The rest is summed up.</summary>
    private const int MostProcesses = 20, MostFunctions = 20, MostChains = 10;

    /// <summary>Of a chain, the innermost: what is outside of these is the same in all.</summary>
    private const int MostFrames = 12;

    public ReportSection? Of(ReportMaterial material)
    {
        var watched = material.Recordings.Where(recorded => recorded.Recording.Faults is { Chains.Count: > 0 }).ToList();
        if (watched.Count == 0)
            return null;
        var all = watched.ToDictionary(recorded => recorded, recorded => ProcessFaults.All(recorded.Recording.Faults!));
        var most = all.Values.Max(processes => processes.Max(process => Parts.Sum(part => part.Bytes(process))));
        return new ReportSection(
            "faults", "Page faults",
            "Each first touch of memory with the code that made it. A first write to a page that a fork shares is a copy, and its call chain proves whose.",
            [.. watched.SelectMany(recorded => Blocks(recorded, recorded.Recording.Faults!, all[recorded], most))]);
    }

    private static readonly IReadOnlyList<Part> Parts =
    [
        new("g", "copies, collector", "first writes to shared pages whose call chain leads through the collector", process => process.Copies.ByCollector),
        new("c", "copies, other code", "first writes to shared pages by any other way",
            process => process.Copies.Faults - process.Copies.ByCollector - process.Copies.Untold),
        new("d", "copies, not told", "first writes to shared pages whose call chain is cut, or where the collector's code is not known",
            process => process.Copies.Untold),
        new("n", "new memory", "memory that there was not before", process => process.Of(FaultKind.New)),
    ];

    private sealed record Part(string Letter, string Name, string Meaning, Func<ProcessFaults, long> Faults)
    {
        public double Bytes(ProcessFaults process) => Faults(process) * (double)Page.Size;
    }

    private static IEnumerable<ReportBlock> Blocks(RecordedFamily recorded, PageFaults faults, IReadOnlyList<ProcessFaults> processes, double most)
    {
        var all = faults.Chains.Sum(chain => chain.Faults);
        yield return new TextBlock(
            $"{recorded.Prefix}{FaultWords.Proof(CopiesByWay.Of(faults.Chains))}",
            $"{FaultWords.All(faults)}.",
            []);
        yield return Chart(recorded, processes, most);
        yield return TableBlock.Of(
            $"{recorded.Prefix}page faults of each process",
            [">pid", "role", ">copies", ">by collector", ">at exit", ">new", ">file", ">again", ">unknown"], Rows(processes), folded: true);
        yield return TableBlock.Of(
            $"{recorded.Prefix}the functions that touched most memory first", [">share", ">faults", "what", "thread", "through", "object", "function"],
            FunctionFaults.All(faults).Take(MostFunctions).Select(row => FunctionFaults.Row(row, all)),
            folded: true);
        if (Chains(faults) is { Count: > 0 } chains)
            yield return TableBlock.Of(
                $"{recorded.Prefix}the call chains that copied most, the innermost function last", [">copies", "through", "call chain"], chains, folded: true);
    }

    private static StacksBlock Chart(RecordedFamily recorded, IReadOnlyList<ProcessFaults> processes, double most)
    {
        var parts = Parts.Where(part => processes.Any(process => part.Faults(process) > 0)).ToList();
        var rows = parts.Select(part => new StackPart(
            part.Letter, part.Meaning,
            [part.Name, FaultWords.Count(processes.Sum(part.Faults)), Screen.Size((long)processes.Sum(part.Bytes))])).ToList();
        return new StacksBlock(
            $"{recorded.Prefix}memory that each process copied or got anew while it was watched",
            $"Memory by what a first touch gave: {string.Join(", ", rows.Select(row => $"{row.Cells[0]} {row.Cells[2]}"))}.",
            Unit.Bytes,
            most,
            [new("first touches", false), new("faults", true), new("memory", true)],
            rows,
            [
                .. processes.Where(process => parts.Exists(part => part.Faults(process) > 0)).Take(MostProcesses).Select(process => new Stack(
                    $"{(process.Process.Role == Role.Master ? process.Role : "worker")} {process.Process.Pid}",
                    [.. parts.Select(part => part.Bytes(process))])),
            ]);
    }

    private static IEnumerable<IReadOnlyList<string>> Rows(IReadOnlyList<ProcessFaults> processes)
    {
        foreach (var process in processes.Take(MostProcesses))
            yield return Row($"{process.Process.Pid}", process.Role, [process]);
        if (processes.Count > MostProcesses)
            yield return Row($"{processes.Count - MostProcesses} more", "", [.. processes.Skip(MostProcesses)]);
    }

    private static IReadOnlyList<string> Row(string name, string role, IReadOnlyList<ProcessFaults> of)
    {
        var copies = CopiesByWay.Of(of.SelectMany(process => process.Chains));
        string Of(FaultKind kind) => FaultWords.Count(of.Sum(process => process.Of(kind)));
        return
        [
            name, role, Of(FaultKind.Copy), FaultWords.CollectorShare(copies),
            copies.CollectorShare is null ? "-" : Amount.Percent(copies.AtExit / (double)copies.Faults),
            Of(FaultKind.New), Of(FaultKind.File), Of(FaultKind.Again), Of(FaultKind.Unknown),
        ];
    }

    private static List<IReadOnlyList<string>> Chains(PageFaults faults) =>
    [
        .. faults.Chains.Where(chain => chain is { Kind: FaultKind.Copy, Frames.Count: > 0 })
            .GroupBy(chain => (Way: FunctionFaults.Way(chain), Frames: string.Join(" > ", chain.Frames.TakeLast(MostFrames))))
            .Select(same => (same.Key, Faults: same.Sum(chain => chain.Faults)))
            .OrderByDescending(row => row.Faults)
            .Take(MostChains)
            .Select(row => (IReadOnlyList<string>)[FaultWords.Count(row.Faults), row.Key.Way, row.Key.Frames]),
    ];
}
