using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Faults;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Lowtide.Reports.Writing;

namespace Lowtide.Reports.Faults;

/// <summary>What <c>lowtide faults</c> shows a person: each process, then the functions that touched most, as perf report has them.</summary>
internal static class FaultsScreen
{
    private const int MostProcesses = 32, MostFunctions = 20;

    public static void Show(FaultsSnapshot look)
    {
        var faults = look.Faults;
        var all = faults.Chains.Sum(chain => chain.Faults);
        Screen.Markup($"[bold]{Screen.Text(look.Name)}[/] {look.Pid}, {FaultWords.All(faults)}");
        if (all > 0)
        {
            Processes(faults);
            if (Proof(CopiesByWay.Of(faults.Chains)) is { } proof)
                Screen.Line($"\n{proof}");
            Functions(faults, all);
        }
        Screen.CouldNotRead(look.CouldNotRead);
    }

    /// <summary>Null where nothing was copied.</summary>
    public static string? Proof(CopiesByWay copies) => copies switch
    {
        { Faults: 0 } => null,
        { CollectorShare: { } share } =>
            $"Of {Count(copies.Faults)} first writes to shared pages ({Amount.Bytes(copies.Faults * Page.Size)} copied), "
            + $"{Amount.Percent(share)} came through the collector's code"
            + copies.Exit("at the exit of a process")
            + (copies.Untold * 100 >= copies.Faults ? $"; of {Amount.Percent(copies.Untold / (double)copies.Faults)} the call chain is cut" : "") + ".",
        _ => $"{Count(copies.Faults)} first writes to shared pages ({Amount.Bytes(copies.Faults * Page.Size)} copied).",
    };

    private static void Processes(PageFaults faults)
    {
        var table = Screen.Table(
            ">PID", "ROLE", ">COPIES", new(">BY COLLECTOR", 9), new(">NEW", 8), new(">FILE", 3), new(">AGAIN", 5), new(">UNKNOWN", 1));
        var rows = ProcessFaults.All(faults);
        foreach (var row in rows.Take(MostProcesses))
            table.AddRow(
                row.Process.Pid.ToString(CultureInfo.InvariantCulture), row.Role, Count(row.Of(FaultKind.Copy)), CollectorShare(row.Copies),
                Count(row.Of(FaultKind.New)), Count(row.Of(FaultKind.File)), Count(row.Of(FaultKind.Again)), Count(row.Of(FaultKind.Unknown)));
        Screen.Write(table);
        if (rows.Count > MostProcesses)
            Screen.Line($"and {rows.Count - MostProcesses} more processes with fewer faults");
    }

    private static void Functions(PageFaults faults, long all)
    {
        var table = Screen.Table(">SHARE", ">FAULTS", "WHAT", new("THREAD", 4), new("THROUGH", 5), new("OBJECT", 3), "FUNCTION");
        var rows = FunctionFaults.All(faults);
        foreach (var row in rows.Take(MostFunctions))
            table.AddRow(
                Share(row.Faults, all), Count(row.Faults), FaultWords.Name(row.Kind), Screen.Text(row.Thread), row.Through,
                Screen.Text(row.File ?? "-"), Screen.Text(row.Function));
        Screen.Line();
        Screen.Write(table);
        if (rows.Count > MostFunctions)
            Screen.Line(string.Create(CultureInfo.InvariantCulture,
                $"and {rows.Count - MostFunctions} more with {rows.Skip(MostFunctions).Sum(row => row.Faults):N0} faults (--json has all)"));
    }

    /// <summary>"-" where nothing was copied, or the collector's code is not known.</summary>
    public static string CollectorShare(CopiesByWay copies) => copies.CollectorShare is { } share ? Amount.Percent(share) : "-";

    public static string Share(long faults, long all) => (faults / (double)all).ToString("0.0%", CultureInfo.InvariantCulture);

    public static string Count(long faults) => faults.ToString("N0", CultureInfo.InvariantCulture);
}
