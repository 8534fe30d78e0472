using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Agreement;
using Lowtide.Analysis.Comparison;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Compare;

/// <summary>What <c>lowtide compare</c> says: whether they differ, the figures, then what else may be behind them.</summary>
internal static class CompareReport
{
    /// <summary>What else differs is a line each; beyond so many, those that may be the reason stand first.</summary>
    private const int MostCircumstances = 5;

    /// <param name="nameA">As it was typed; likewise <paramref name="nameB"/>.</param>
    /// <param name="details">With what is the same, how it was decided, and what could not be read.</param>
    /// <param name="asked">What else was asked for, for a call that asks for the same: " --since 1d".</param>
    public static ReportDocument Of(FamilyComparison comparison, string nameA, string nameB, bool details, string asked = "")
    {
        var unread = UnreadWords.Section(Missing(comparison.A.Recording.CouldNotRead, comparison.B.Recording.CouldNotRead));
        ReportSection?[] sections =
        [
            new ReportSection("differences", "Differences", "",
            [
                Differences(comparison),
                new TextBlock(null, $"Whole families, one each: PSS {Screen.Size(comparison.A.Family.PssBytes)} and "
                    + $"{Screen.Size(comparison.B.Family.PssBytes)}, private {Screen.Size(comparison.A.Family.PrivateBytes)} and "
                    + $"{Screen.Size(comparison.B.Family.PrivateBytes)}.", []),
            ]) { NeedsHeading = false },
            Circumstances(comparison, details),
            .. details
                ? [new ReportSection("reading", "How to read it", "", [new TextBlock(null, null, [.. Notes(comparison)])]), unread]
                : (ReportSection?[])[More($"{ShellWord.Of(nameA)} {ShellWord.Of(nameB)}{asked}", unread is not null)],
        ];
        return new ReportDocument
        {
            Title = $"{Named(nameA)} against {Named(nameB)}",
            About = [$"A: {Side(comparison.A, nameA)}", $"B: {Side(comparison.B, nameB)}", .. Careful("A", comparison.A), .. Careful("B", comparison.B)],
            Answer = Conclusion(comparison.Differences[0], Empty(comparison), IsLone(comparison)) + Doubt(comparison),
            Sections = [.. sections.OfType<ReportSection>()],
        };
    }

    private static IEnumerable<string> Careful(string name, ComparedFamily side) =>
        AgreementWords.Careful(Agreements.Of(side.Recording)).Select(said => $"{name}: {said}");

    private static string Side(ComparedFamily side, string typed)
    {
        var (family, pid) = (side.Family, Number(side.Family.Head.Process.Pid, "0"));
        var workers = family.Workers.Count switch { 0 => "no workers", 1 => "1 worker", var count => $"{count} workers" };
        return $"{(typed == pid || typed == family.Name ? "" : $"{typed}: ")}{family.Name} {pid}, "
            + $"{workers}, observed for {Number(side.Seconds, "0")} s"
            + (side.Recording.ClosedCleanly ? "" : "; its recorder was killed, or is still at work")
            + (side.LeftOut > 0 ? $"; {side.LeftOut} that came or went meanwhile are left out" : "");
    }

    private static TableBlock Differences(FamilyComparison comparison) => new(
        "",
        [
            new(IsLone(comparison) ? "of a process" : "a worker's", Numeric: false), new("A", Numeric: true) { Worth = 1 },
            new("B", Numeric: true) { Worth = 2 }, new("B - A", Numeric: true) { Worth = 3 }, new("seen", Numeric: false),
        ],
        [.. Shown(comparison).Select(difference => (IReadOnlyList<string>)
        [
            difference.Metric.Words,
            Value(difference.MedianA, difference.Metric),
            Value(difference.MedianB, difference.Metric),
            Interval(difference) ?? "-",
            Words(difference),
        ])],
        Folded: false);

    /// <summary>What only .NET tells is a row where it told something, and what only forked workers have where there are some.</summary>
    private static IEnumerable<Difference> Shown(FamilyComparison comparison) => comparison.Differences
        .Where(one => !one.Metric.OfDotNet || one.MedianA is not null || one.MedianB is not null)
        .Where(one => !one.Metric.OfForks || !IsLone(comparison));

    private static bool IsLone(FamilyComparison comparison) => comparison.A.IsLone && comparison.B.IsLone;

    private static IEnumerable<string> Notes(FamilyComparison comparison)
    {
        if (!IsLone(comparison))
            yield return "A and B are medians of workers, B - A an interval of the difference. Workers of one family share their master, so they agree "
                + "more than as many servers would.";
        var (primary, others) = (comparison.Differences[0], comparison.Differences.Skip(1).Where(one => one.Shift is not null).ToList());
        yield return $"{primary.Metric.Words} is judged alone at 95% or more"
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
        yield return "This is an observation, not a trial: a difference shows what is, not why. 'No difference seen' does not mean that there is none.";
    }

    private static ReportSection More(string call, bool unread) => new("more", "More", "",
    [
        new StepsBlock(
        [
            new Step("read it", "as an observation: it shows what is, not why. A trial shows what one change does", IsCommand: false),
            new Step(
                "details", OwnCall.Of($"compare {call} --details") + (unread ? "  # and what could not be read" : ""), IsCommand: true),
        ]),
    ]) { NeedsHeading = false };

    private static ReportSection? Circumstances(FamilyComparison comparison, bool details)
    {
        var differ = comparison.Circumstances.Where(one => one.Differs == true).OrderBy(one => one.Means is null).ToList();
        var shown = details ? differ.Count : MostCircumstances;
        List<string> items =
        [
            .. differ.Take(shown).Select(one => $"{one.Name}: A {one.A}, B {one.B}" + (one.Means is { } means ? $" ({means})" : "")),
            .. differ.Count > shown ? [$"and {string.Join(", ", differ.Skip(shown).Select(one => one.Name))}"] : Array.Empty<string>(),
            .. Names("not known", comparison.Circumstances.Where(one => one.Differs is null)),
            .. details ? Names("the same on both sides", comparison.Circumstances.Where(one => one.Differs == false)) : [],
        ];
        return items.Count == 0 ? null : new ReportSection("circumstances", "What else differs, and may be the reason", "", [new TextBlock(null, null, items)]);

        static string[] Names(string what, IEnumerable<Circumstance> circumstances) =>
            string.Join(", ", circumstances.Select(one => one.Unknown is { } unknown ? $"{one.Name} ({unknown})" : one.Name)) is { Length: > 0 } names
                ? [$"{what}: {names}"] : [];
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
            + $"({Interval(primary)} with {Number(interval.Confidence, "0%")} confidence).",
        { Observed: Observed.NoDifferenceSeen } => $"No difference of {primary.Metric.Words} seen between the workers of A and of B ({Interval(primary)}).",
        { Shift: null } when lone => $"Cannot tell whether {primary.Metric.Words} differs: it could not be read of both processes.",
        { Shift: null } => $"Cannot tell whether {primary.Metric.Words} differs: it could not be read of every worker.",
        _ when lone => $"Cannot tell whether {primary.Metric.Words} differs: there is one process on each side, where {primary.WorkersNeeded} are needed.",
        _ => $"Cannot tell whether {primary.Metric.Words} differs: too few workers, where {primary.WorkersNeeded} are needed on each side.",
    };

    /// <summary>What may explain a difference by itself stands beside it.</summary>
    private static string Doubt(FamilyComparison comparison) =>
        comparison.Differences[0].Observed == Observed.Differs
        && comparison.Circumstances.FirstOrDefault(one => one is { Differs: true, Means: not null }) is { } doubt
            ? $" But {doubt.Name}: A {doubt.A}, B {doubt.B} ({doubt.Means})." : "";

    /// <summary>A number alone is a process.</summary>
    private static string Named(string name) => name.All(char.IsAsciiDigit) ? $"pid {name}" : name;

    private static string Words(Difference difference) => difference switch
    {
        { Observed: Observed.Differs } => "differs",
        { Observed: Observed.NoDifferenceSeen } => "no difference seen",
        { Shift: not null } => $"cannot tell: needs {difference.WorkersNeeded} a side",
        _ => "cannot tell",
    };

    private static string? Interval(Difference difference) => difference.Shift?.Interval is { } interval
        ? Unit.Between(Signed(interval.Low, difference.Metric), Signed(interval.High, difference.Metric))
        : null;

    private static string Signed(double value, ComparedMetric metric) => (value > 0 ? "+" : "") + Value(value, metric);

    /// <summary>Of a rate the metric's words say what it is a part of.</summary>
    private static string Value(double? value, ComparedMetric metric) => value is not { } known ? "-"
        : metric.Unit == Unit.PerSecond ? Number(known, Math.Abs(known) < 10 ? "0.00" : "0")
        : metric.Unit.Text(known);

    private static string Number(double number, string format) => number.ToString(format, CultureInfo.InvariantCulture);
}
