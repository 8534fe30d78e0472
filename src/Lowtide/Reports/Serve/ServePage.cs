using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Alerts;
using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings.Watching;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;
using Lowtide.Serve;
using Lowtide.Serve.Alerts;
using Lowtide.Writing;

namespace Lowtide.Reports.Serve;

/// <summary>What <c>lowtide serve</c> shows to a browser.</summary>
internal static class ServePage
{
    private const int MostEvents = 50;

    /// <param name="curve">A family's PSS over a span, by its label.</param>
    public static ReportDocument Of(ServeState state, DateTimeOffset now, Func<string, CurveSpan, PssCurve> curve) => new()
    {
        Title = $"Lowtide on {Environment.MachineName}",
        Answer = Answer(state),
        About = [.. new[] { state.NoHistory }.OfType<string>().Select(why => $"The history: {why}")],
        Sections =
        [
            .. Alerts(state, now),
            new ReportSection("servers", "Servers", state.Host is null ? "The first look is under way." : "", Servers(state, now, curve)),
            .. Guarded(state),
            .. Containers(state),
            .. Inherited(state, now),
            .. DotNet(state),
            new ReportSection("events", "What happened", state.Events.Count == 0 ? "Nothing yet." : "", Events(state, now)),
            new ReportSection("cost", "What Lowtide costs", Cost(state), []),
        ],
    };

    private static string Answer(ServeState state) => state switch
    {
        { Host: null } => "Nothing is known yet.",
        _ when Urgent(state) is [var first, .. var others] =>
            $"{first.Family}: {first.Short}." + (others.Count > 0 ? $" {Amount.Count(others.Count, "other alert")} below." : ""),
        { Host.Families: [] } => "No server was found: no process with workers, or with a runtime that Lowtide knows.",
        _ when MostToGain(state) is (var label, { Diagnosis.Answer: { First.Saving: { LowBytes: > 0 } saving, Leading: { } leading } }) =>
            $"{label} could save most, {Amount.Range(saving.LowBytes, saving.HighBytes)}: {FindingRules.Title(leading.Finding)}.",
        { Diagnoses.Count: 0 } => "No server was looked into yet.",
        _ => $"Nothing that surely saves memory was found in {Amount.Count(state.Diagnoses.Count, "server")}.",
    };

    private static List<FamilyAlert> Urgent(ServeState state) => [.. state.Raised.Where(alert => alert.Alert.Rule.Severity > AlertSeverity.Info)];

    private static (string, LatestDiagnosis)? MostToGain(ServeState state) => state.Diagnoses
        .Where(one => one.Value.Diagnosis.Answer.First?.Net is not null)
        .OrderByDescending(one => one.Value.Diagnosis.Answer.First!.Net!.LowBytes)
        .Select(one => ((string, LatestDiagnosis)?)(one.Key, one.Value))
        .FirstOrDefault();

    /// <summary>What is raised, and once what cannot be told yet.</summary>
    private static IEnumerable<ReportSection> Alerts(ServeState state, DateTimeOffset now)
    {
        // Of no server: one that has just come needs its time.
        var unknown = state.Alerts.GroupBy(alert => alert.Alert.Rule).Where(rule => rule.All(alert => alert.Alert.State == AlertState.Unknown))
            .Select(rule => rule.Key).ToList();
        if (state.Alerts.Count == 0)
            yield break;
        var rows = state.Raised.Take(MostAlerts).Select(IReadOnlyList<string> (alert) =>
        [
            alert.Alert.Rule.SeverityWord, alert.Family, alert.Alert.Rule.Title, alert.Value,
            alert.Cause?.Finding ?? "-", alert.Cause?.Remedy ?? "-", alert.Command,
            alert.Alert.Since is { } since ? Ago(now, since) : "-",
        ]).ToList();
        var blocks = new List<ReportBlock>();
        if (rows.Count > 0)
            blocks.Add(TableBlock.Of("", ["how soon", "server", "alert", "figure", "cause", "remedy", "evidence", "since"], rows));
        if (unknown.Count > 0)
            blocks.Add(new TextBlock("Not told yet", null, [.. unknown.Select(rule => $"{rule.Title}: needs {rule.Figure.Needs}")]));
        yield return new ReportSection("alerts", "Alerts", rows.Count == 0 ? "None is raised." : "", blocks);
    }

    private const int MostAlerts = 50;

    private static IReadOnlyList<ReportBlock> Servers(ServeState state, DateTimeOffset now, Func<string, CurveSpan, PssCurve> curve)
    {
        if (state.Host is not { Families.Count: > 0 } host)
            return [];
        var largest = host.Families.OrderByDescending(family => family.PssBytes ?? 0).Take(MostCurves).Select(family => family.Label).ToList();
        return
        [
            TableBlock.Of(
                "", ["server", ">pid", ">workers", "runtime", ">memory", ">read", ">could save", "why"],
                host.Families.Select(family => Row(state, family, now))),
            .. CurveSpan.All.Index().Select(one => Lines(one.Item, one.Index == 0 ? TimeSpan.Zero : CurveSpan.All[one.Index - 1].Over, largest, curve))
                .OfType<ReportBlock>(),
        ];
    }

    /// <returns>Null where the shorter span shows all that there is.</returns>
    private static LinesBlock? Lines(CurveSpan span, TimeSpan shorter, List<string> labels, Func<string, CurveSpan, PssCurve> curve)
    {
        var drawn = labels.Select(label => (Label: label, Curve: curve(label, span))).Where(one => one.Curve.Points.Count > 1).ToList();
        return drawn.TrueForAll(one => one.Curve.Until - one.Curve.Points[0].At <= shorter) ? null : new LinesBlock(
            $"PSS, {span.Unit} before now", $"A line for each server: its PSS over {span.Words}.", span.Unit, Unit.Bytes,
            drawn.ConvertAll(one => new Series(
                one.Label, "plain", "line", [.. one.Curve.Points.Select(point => Math.Round((point.At - one.Curve.Until) / span.UnitLength, 3))],
                [.. one.Curve.Points.Select(point => (double)point.PssBytes)])));
    }

    private const int MostCurves = 8;

    /// <summary>Servers whose workers a guard holds to limits.</summary>
    private static IEnumerable<ReportSection> Guarded(ServeState state)
    {
        var rows = state.Guards.OrderBy(one => one.Key, StringComparer.Ordinal).Select(IReadOnlyList<string> (one) =>
        [
            one.Key, Screen.Size(one.Value.Policy.PrivateLimitBytes), Screen.Size(one.Value.Policy.FamilyLimitBytes),
            $"{one.Value.Policy.RespawnsAnHour}", $"{one.Value.Asked}",
            one.Value is not { Over: { } over } status ? "holds" : $"over for {Amount.Time(over.TotalSeconds)}{(status.Why is { } why ? $": {why}" : "")}",
            one.Value.Acts ? "recycles" : "only says so",
        ]).ToList();
        if (rows.Count > 0)
            yield return new ReportSection("guarded", "Guarded", "",
            [
                TableBlock.Of(
                    "", ["server", ">each at most", ">together at most", ">respawns an hour", ">asked to end", "its limits", "the guard"], rows),
            ]);
    }

    private static IEnumerable<ReportSection> Containers(ServeState state)
    {
        var rows = (state.Host?.Families ?? []).Where(family => family.Container is not null).Select(IReadOnlyList<string> (family) =>
            state.Pods.GetValueOrDefault(family.Label) is { } pod ? [family.Label, pod.Namespace, pod.Pod, pod.Container is "" ? "-" : pod.Container]
                : [family.Label, "-", family.Container!.PodUid ?? "-", family.Container.Id]).ToList();
        if (rows.Count > 0)
            yield return new ReportSection("containers", "In containers", "", [TableBlock.Of("", ["server", "namespace", "pod", "container"], rows)]);
    }

    /// <summary>Of servers whose workers inherited something: how much is still shared, and what copied the rest.</summary>
    private static IEnumerable<ReportSection> Inherited(ServeState state, DateTimeOffset now)
    {
        var rows = state.Diagnoses.OrderBy(one => one.Key, StringComparer.Ordinal).Where(one => one.Value.Inherited.Count > 0)
            .Select(IReadOnlyList<string> (one) =>
            [
                one.Key,
                Amount.Bytes(one.Value.InheritedBytes),
                .. InheritedParts.Select(part => Amount.Percent(one.Value.Inherited.First(share => share.Cause == part).Share)),
                one.Value.Diagnosis.Family.Sample is null ? "exact"
                    : string.Create(CultureInfo.InvariantCulture, $"{100 * one.Value.Inherited.Max(share => share.Margin):0.#} points"),
                Ago(now, one.Value.At),
            ]).ToList();
        if (rows.Count > 0)
            yield return new ReportSection("inherited", "What workers inherited", "",
            [
                TableBlock.Of("", ["server", ">all workers", .. InheritedParts.Select(Heading), ">within", ">looked at"], rows),
            ]);
    }

    private static string Heading(CopyCause? part) => part is { } cause ? $">{CauseNames.Of(cause)}" : ">still shared";

    private static readonly CopyCause?[] InheritedParts =
        [null, CopyCause.Collector, CopyCause.ReferenceCount, CopyCause.PayloadWrite, CopyCause.AllocatorReuse, CopyCause.CacheFill, CopyCause.Undecided];

    private static IEnumerable<ReportSection> DotNet(ServeState state)
    {
        var listened = (state.Host?.Families ?? []).Where(family => family.DotNet is not null || family.Unheard is not null);
        var rows = listened.Select(IReadOnlyList<string> (family) =>
            family.DotNet is not { } told ? [family.Label, "-", "-", "-", "-", "-", $"not heard: {family.Unheard!.Why}"] :
            [
                family.Label, .. told.Collections.Select(count => $"{count:N0}"), $"{told.Induced:N0}", Amount.Time(told.PauseSeconds),
                told.SizeBytes is { } sizes ? Amount.Bytes(sizes.Sum()) : "-",
            ]).ToList();
        if (rows.Count > 0)
            yield return new ReportSection("dotnet", "Collections of .NET, since Lowtide listens", "",
                [TableBlock.Of("", ["server", ">generation 0", ">1", ">2", ">induced", ">stood still", ">heap"], rows)]);
    }

    private static IReadOnlyList<string> Row(ServeState state, WatchedFamily family, DateTimeOffset now)
    {
        var look = state.Diagnoses.GetValueOrDefault(family.Label);
        var answer = look?.Diagnosis.Answer;
        var read = family.Processes.Min(process => process.ReadAt);
        return
        [
            family.Label,
            family.Pid.ToString(CultureInfo.InvariantCulture),
            family.Workers == 0 ? "-" : family.Workers.ToString(CultureInfo.InvariantCulture),
            family.Runtime is { } runtime ? FamilyWords.RuntimeName(runtime) : "-",
            Screen.Size(family.PssBytes),
            // Whoever was read longest ago; the sum is as old.
            family.PssBytes is null || read is null ? "-" : Ago(now, read.Value),
            answer?.First?.Saving is { } saving ? Amount.Range(saving.LowBytes, saving.HighBytes) : "-",
            look is null ? "not looked into yet"
                : $"{(answer!.Leading is { } leading ? FindingRules.Title(leading.Finding) : "nothing found")}, seen {Ago(now, look.At)}",
        ];
    }

    private static string Ago(DateTimeOffset now, DateTimeOffset at) => $"{Amount.Time(Math.Round((now - at).TotalSeconds))} ago";

    private static IReadOnlyList<ReportBlock> Events(ServeState state, DateTimeOffset now) => state.Events.Count == 0 ? [] :
    [
        TableBlock.Of("", ["when", "server", "what"],
            state.Events.Take(MostEvents).Select(happened => (IReadOnlyList<string>)
                [Ago(now, happened.At), happened.Family, What(happened)])),
    ];

    internal static string What(WatchedEvent happened) => happened.Kind switch
    {
        WatchedEventKind.Found => $"found (pid {happened.Pid})",
        WatchedEventKind.Ended => $"ended (pid {happened.Pid})",
        WatchedEventKind.LeftAlone => $"no longer watched (pid {happened.Pid})",
        WatchedEventKind.Restarted => $"restarted (pid {happened.Pid})",
        WatchedEventKind.AlertRaised => $"alert {happened.Alert} was raised",
        WatchedEventKind.AlertOver => $"alert {happened.Alert} is over",
        WatchedEventKind.RecycleAsked => $"{KillWords.Who(happened)} will be asked to end (pid {happened.Pid}): {happened.Why}",
        WatchedEventKind.Recycled => $"{KillWords.Who(happened)} was recycled (pid {happened.Pid}): {happened.Why}",
        WatchedEventKind.RecycleFailed => $"{KillWords.Who(happened)} could not be recycled (pid {happened.Pid}): {happened.Why}",
        WatchedEventKind.RecycleNotAsked => $"{KillWords.Who(happened)} was not asked to end after all (pid {happened.Pid}): {happened.Why}",
        WatchedEventKind.WouldRecycle => $"{KillWords.Who(happened)} would be recycled (pid {happened.Pid}): {happened.Why}",
        WatchedEventKind.GuardWaits => $"{KillWords.Who(happened)} is not recycled (pid {happened.Pid}): {happened.Why}",
        WatchedEventKind.KilledForMemory => KillWords.Told(happened) + Used(happened),
        _ => $"{KillWords.Who(happened)} ended (pid {happened.Pid})"
            + (happened is { Memory.PrivateBytes: { } held, ReadAt: { } at }
                ? $"; it held {Amount.Bytes(held)} of its own {Amount.Time((happened.At - at).TotalSeconds)} before" : "")
            + Used(happened)
            + (happened.Others > 0 ? $"; {happened.Others} others ended" : ""),
    };

    private static string Used(WatchedEvent happened) => happened.Busy is { } busy ? $"; it used {Amount.Percent(busy)} of a processor" : "";

    private static string Cost(ServeState state) => state.Host is not { Cost: var cost } ? "" :
        $"{Amount.Time(state.Own.CpuSeconds)} of processor time, {Amount.Bytes(state.Own.ResidentBytes)} of memory; "
        + $"{Amount.Count(cost.Reads.Sum(), "whole reading")} of memory took "
        + $"{(cost.ReadSeconds < 1 ? $"{1000 * cost.ReadSeconds:0} ms" : Amount.Time(cost.ReadSeconds))} together, "
        + $"beside {Amount.Count(cost.Estimates, "estimate")} from some of the pages.";
}
