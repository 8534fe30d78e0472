using System.Globalization;
using Lowtide.Analysis.Faults;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Faults;

/// <summary>What <c>lowtide faults</c> says: who copied, then each process, then the functions that touched most, as perf report has them.</summary>
internal static class FaultsReport
{
    private const int MostProcesses = 32, MostFunctions = 20;

    private static readonly IReadOnlyList<TableColumn> OfProcesses =
    [
        new("pid", Numeric: true), new("role", Numeric: false), new("copies", Numeric: true), new("by collector", Numeric: true) { Worth = 9 },
        new("new", Numeric: true) { Worth = 8 }, new("file", Numeric: true) { Worth = 3 }, new("again", Numeric: true) { Worth = 5 },
        new("unknown", Numeric: true) { Worth = 1 },
    ];

    private static readonly IReadOnlyList<TableColumn> OfFunctions =
    [
        new("share", Numeric: true), new("faults", Numeric: true), new("what", Numeric: false), new("thread", Numeric: false) { Worth = 4 },
        new("through", Numeric: false) { Worth = 5 }, new("object", Numeric: false) { Worth = 3 }, new("function", Numeric: false),
    ];

    public static ReportDocument Of(FaultsSnapshot snapshot)
    {
        var faults = snapshot.Faults;
        var all = faults.Chains.Sum(chain => chain.Faults);
        ReportSection?[] sections =
        [
            all == 0 ? null : new ReportSection("processes", "Processes", "", [.. Processes(faults)]) { NeedsHeading = false },
            all == 0 ? null : new ReportSection("functions", "Functions that touched most memory first", "", [.. Functions(faults, all)]),
            UnreadWords.Section(snapshot.CouldNotRead),
        ];
        return new ReportDocument
        {
            Title = $"{snapshot.Name} {snapshot.Pid}, {FaultWords.All(faults)}",
            Answer = FaultWords.Proof(CopiesByWay.Of(faults.Chains)),
            Sections = [.. sections.OfType<ReportSection>()],
        };
    }

    private static IEnumerable<ReportBlock> Processes(PageFaults faults)
    {
        var rows = ProcessFaults.All(faults);
        yield return new TableBlock("", OfProcesses, [.. rows.Take(MostProcesses).Select(Row)], Folded: false);
        if (rows.Count > MostProcesses)
            yield return new TextBlock(null, $"and {rows.Count - MostProcesses} more processes with fewer faults", []);
    }

    private static IReadOnlyList<string> Row(ProcessFaults row) =>
    [
        row.Process.Pid.ToString(CultureInfo.InvariantCulture), row.Role, FaultWords.Count(row.Of(FaultKind.Copy)), FaultWords.CollectorShare(row.Copies),
        FaultWords.Count(row.Of(FaultKind.New)), FaultWords.Count(row.Of(FaultKind.File)), FaultWords.Count(row.Of(FaultKind.Again)),
        FaultWords.Count(row.Of(FaultKind.Unknown)),
    ];

    private static IEnumerable<ReportBlock> Functions(PageFaults faults, long all)
    {
        var rows = FunctionFaults.All(faults);
        yield return new TableBlock("", OfFunctions, [.. rows.Take(MostFunctions).Select(row => FunctionFaults.Row(row, all))], Folded: false);
        if (rows.Count > MostFunctions)
            yield return new TextBlock(null, string.Create(CultureInfo.InvariantCulture,
                $"and {rows.Count - MostFunctions} more with {rows.Skip(MostFunctions).Sum(row => row.Faults):N0} faults (--json has all)"), []);
    }
}
