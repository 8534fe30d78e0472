using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Comparison;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Lowtide.Reports.Writing;
using Spectre.Console;

namespace Lowtide.Reports.Compare;

/// <summary>What <c>lowtide compare</c> shows a person: figures first, then what else may be behind them.</summary>
internal static class CompareScreen
{
    /// <param name="nameA">As it was typed; likewise <paramref name="nameB"/>.</param>
    public static void Show(FamilyComparison comparison, string nameA, string nameB, IAnsiConsole console)
    {
        void Line(string text = "") => Screen.Line(text, console);
        Screen.Item("A  ", Side(comparison.A, nameA), console);
        Screen.Item("B  ", Side(comparison.B, nameB), console);
        Line();
        console.Write(Differences(comparison));
        Line($"Whole families, one each and so without interval: PSS {Screen.Size(comparison.A.Family.PssBytes)} and "
            + $"{Screen.Size(comparison.B.Family.PssBytes)}, private "
            + $"{Screen.Size(comparison.A.Family.PrivateBytes)} and {Screen.Size(comparison.B.Family.PrivateBytes)}.");
        Line();
        foreach (var note in Notes(comparison))
            Line(note);
        Line();
        Circumstances(comparison, console);
        Screen.CouldNotRead(Missing(comparison.A.Recording.CouldNotRead, comparison.B.Recording.CouldNotRead), console);
        Line();
        console.MarkupLine($"[bold]{Screen.Text(Conclusion(comparison.Differences[0], Empty(comparison), IsLone(comparison)))}[/]");
    }

    private static string Side(ComparedFamily side, string typed)
    {
        var (family, pid) = (side.Family, Number((side.Family.Master ?? side.Family.Workers[0]).Process.Pid, "0"));
        var workers = family.Workers.Count switch { 0 => "no workers", 1 => "1 worker", var count => $"{count} workers" };
        return $"{(typed == pid || typed == family.Name ? "" : Screen.Text(typed) + ": ")}{Screen.Text(family.Name)} {pid}, "
            + $"{workers}, observed for {Number(side.Seconds, "0")} s"
            + (side.LeftOut > 0 ? $"; {side.LeftOut} that came or went meanwhile are left out" : "");
    }

    private static FittedTable Differences(FamilyComparison comparison)
    {
        var table = Screen.Table(IsLone(comparison) ? "OF A PROCESS" : "A WORKER'S", new(">A", 1), new(">B", 2), new(">B - A", 3), "SEEN");
        foreach (var difference in Shown(comparison))
            table.AddRow(
                difference.Metric.Words,
                Value(difference.MedianA, difference.Metric),
                Value(difference.MedianB, difference.Metric),
                Interval(difference) ?? "-",
                difference.Observed == Observed.Differs ? $"[bold]{Words(difference)}[/]" : Words(difference));
        return table;
    }

    /// <summary>What only .NET tells is a row where it told something, and what only forked workers have where there are some.</summary>
    private static IEnumerable<Difference> Shown(FamilyComparison comparison) => comparison.Differences
        .Where(one => !one.Metric.OfDotNet || one.MedianA is not null || one.MedianB is not null)
        .Where(one => !one.Metric.OfForks || !IsLone(comparison));

    private static bool IsLone(FamilyComparison comparison) => comparison.A.IsLone && comparison.B.IsLone;

    private static IEnumerable<string> Notes(FamilyComparison comparison)
    {
        if (!IsLone(comparison))
            yield return "A and B are medians of workers; B - A is an interval of the difference, with the workers as units. Workers of "
                + "one family share their master and its pages, so they agree more than as many servers would.";
        var (primary, others) = (comparison.Differences[0], comparison.Differences.Skip(1).Where(one => one.Shift is not null).ToList());
        yield return $"{primary.Metric.Words} is judged alone at 95%"
            + others.Count switch
            {
                0 => ".",
                1 => ", and so is the other.",
                var count => $", the other {count} share one error rate (Holm).",
            };
        var unread = Shown(comparison).Where(one => one.Shift is null).Select(one => one.Metric.Words).ToList();
        var empty = Empty(comparison);
        if (unread.Count > 0 && empty is null)
            yield return $"Not read of {(IsLone(comparison) ? "both" : "every worker of both sides")}: "
                + $"{string.Join("; ", unread)}. Rates need {WorkerFigures.ShortestSeconds:0} s or more.";
        if (comparison.Differences.Any(one => one.Observed == Observed.CannotTell && one.Shift is not null))
            yield return (IsLone(comparison) ? "One process on each side is too few where it says so: "
                : $"{comparison.A.Workers.Count} and {comparison.B.Workers.Count} workers are too few where it says so: ")
                + $"{primary.Metric.Words} "
                + $"needs {primary.WorkersNeeded} on each side{(others.Count == 0 ? "" : $", the others {others[0].WorkersNeeded}")}.";
        else if (empty is not null)
            yield return $"{empty}, so that nothing can be told: name a recording without a reload in it, or observe for a shorter time.";
        yield return $"This is an observation, not a trial: nobody chose by lot which {(IsLone(comparison) ? "process" : "worker")} is where, "
            + "so that a difference shows what is, not why. 'No difference seen' does not mean that there is none.";
    }

    private static void Circumstances(FamilyComparison comparison, IAnsiConsole console)
    {
        var differing = comparison.Circumstances.Where(one => one.Differs == true).ToList();
        if (differing.Count > 0)
            console.WriteLine("What else differs, and may be the reason:");
        foreach (var one in differing)
            Screen.Item("  ", Screen.Text($"{one.Name}: A {one.A}, B {one.B}"
                + (one.Means is { } means ? $" ({means})" : "")), console);
        Names("Not known, and may be the reason", comparison.Circumstances.Where(one => one.Differs is null));
        Names("The same on both sides", comparison.Circumstances.Where(one => one.Differs == false));

        void Names(string what, IEnumerable<Circumstance> circumstances)
        {
            if (string.Join(", ", circumstances.Select(one => one.Unknown is { } unknown ? $"{one.Name} ({unknown})" : one.Name)) is { Length: > 0 } names)
                console.WriteLine($"{what}: {names}.");
        }
    }

    private static List<Unreadable> Missing(IReadOnlyList<Unreadable> a, IReadOnlyList<Unreadable> b) =>
    [
        .. a.Intersect(b).Select(missing => missing with { What = $"A and B: {missing.What}" }),
        .. a.Except(b).Select(missing => missing with { What = $"A: {missing.What}" }),
        .. b.Except(a).Select(missing => missing with { What = $"B: {missing.What}" }),
    ];

    /// <summary>Of which side nobody can be compared; null where there is somebody on both.</summary>
    private static string? Empty(FamilyComparison comparison) => (comparison.A.Workers.Count, comparison.B.Workers.Count) switch
    {
        (0, 0) => "No worker of A or of B lived through its observation",
        (0, _) => "No worker of A lived through its observation",
        (_, 0) => "No worker of B lived through its observation",
        _ => null,
    };

    private static string Conclusion(Difference primary, string? empty, bool lone) => primary switch
    {
        { Shift: null } when empty is not null => $"{empty}, so that nothing can be told of {primary.Metric.Words}.",
        { Observed: Observed.Differs, Shift: { Interval: { } interval } shift } =>
            $"{primary.Metric.Words} differs: a worker of B holds "
            + $"{Amount.Bytes((long)Math.Abs(shift.Estimate))} {(shift.Estimate < 0 ? "less" : "more")} than one of A "
            + $"({Interval(primary)} with {Number(interval.Confidence, "0.##%")} confidence).",
        { Observed: Observed.NoDifferenceSeen } => $"No difference of {primary.Metric.Words} seen between the workers of A and of B ({Interval(primary)}).",
        { Shift: null } when lone => $"Cannot tell whether {primary.Metric.Words} differs: it could not be read of both processes.",
        { Shift: null } => $"Cannot tell whether {primary.Metric.Words} differs: it could not be read of every worker.",
        _ when lone => $"Cannot tell whether {primary.Metric.Words} differs: there is one process on each side, where {primary.WorkersNeeded} are needed.",
        _ => $"Cannot tell whether {primary.Metric.Words} differs: too few workers, where {primary.WorkersNeeded} are needed on each side.",
    };

    private static string Words(Difference difference) => difference switch
    {
        { Observed: Observed.Differs } => "differs",
        { Observed: Observed.NoDifferenceSeen } => "no difference seen",
        { Shift: not null } => $"cannot tell: needs {difference.WorkersNeeded}",
        _ => "cannot tell",
    };

    /// <summary>"-34 to -32 MiB": the unit once where both ends have it.</summary>
    private static string? Interval(Difference difference)
    {
        if (difference.Shift?.Interval is not { } interval)
            return null;
        var (low, high) = (Signed(interval.Low, difference.Metric), Signed(interval.High, difference.Metric));
        var unit = high.AsSpan().TrimStart("+-.0123456789");
        return $"{(low.AsSpan().EndsWith(unit) ? low[..^unit.Length] : low)} to {high}";
    }

    private static string Signed(double value, ComparedMetric metric) => (value > 0 ? "+" : "") + Value(value, metric);

    /// <summary>Of a rate the metric's words say what it is a part of.</summary>
    private static string Value(double? value, ComparedMetric metric) => value is not { } known ? "-"
        : metric.Unit == Unit.PerSecond ? Number(known, Math.Abs(known) < 10 ? "0.00" : "0")
        : metric.Unit.Text(known);

    private static string Number(double number, string format) => number.ToString(format, CultureInfo.InvariantCulture);
}
