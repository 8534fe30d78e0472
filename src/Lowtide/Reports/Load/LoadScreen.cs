using System.Globalization;
using Lowtide.Load;
using Lowtide.Writing;

namespace Lowtide.Reports.Load;

/// <summary>What <c>lowtide load</c> shows a person.</summary>
internal static class LoadScreen
{
    /// <summary>Late starts that a reader of the latencies should know of: so long, and such a share of the median latency.</summary>
    private const double LateSeconds = 0.005, LateShare = 0.1;

    public static void Searching() => Progress("searching for the highest rate that the server holds");

    public static void Tried(TriedRate tried) => Progress($"{Rate(tried.Rate)} {(tried.Held ? "is held" : "is not held")}");

    public static void Starting(ArrivalSchedule schedule) =>
        Progress($"{Count(schedule.Count)} requests at {Rate(schedule.Rate)} take {schedule.Count / schedule.Rate:0.#} s; Ctrl-C ends it early");

    public static void Show(FoundRate found)
    {
        if (found.Rate is { } rate)
            Screen.Line($"{Rate(rate)}: {FoundRate.Share:0%} of {Rate(found.HeldRate!.Value)}, the highest rate tried that the server held");
        Screen.Line($"With every connection kept busy it answered {Rate(found.CapacityRate)}.");
    }

    public static void Show(LoadResult result, FoundRate? found, TextConsole? console = null)
    {
        console ??= Screen.Out;
        var plan = result.Plan;
        Screen.Line($"{plan.Method} {plan.Url}: {Count(result.Schedule.Count)} requests at {Rate(result.Schedule.Rate)}"
            + (found is null ? "" : $", {FoundRate.Share:0%} of the {Rate(found.HeldRate!.Value)} that it held"), console);
        if (result.Stopped)
            Screen.Line($"Stopped early: {Count(result.Ended)} requests were done.", console);
        Screen.Line($"{Count(result.Answered)} answered in {Number(result.Seconds, "0.0")} s; "
            + $"{(result.Errors == 0 ? "no errors" : $"{Count(result.Errors)} {(result.Errors == 1 ? "error" : "errors")}:")}", console);
        ShowErrors(result, console);
        if (result.EndLateSeconds is { } late)
            Screen.Line($"offered {Rate(result.Schedule.Rate)}, served {(result.AnsweredRate is { } served ? Rate(served) : "nothing")}; "
                + $"it ended {Duration(late)} after the last request was due", console);
        ShowLatency(result, console);
        ShowPaths(result, console);
        ShowNotes(result, console);
    }

    private static void ShowErrors(LoadResult result, TextConsole console)
    {
        if (result.Errors == 0)
            return;
        foreach (var part in LoadErrors.Of(result))
            Screen.Line($"  {part}", console);
    }

    private static void ShowLatency(LoadResult result, TextConsole console)
    {
        Screen.Line(console: console);
        var table = Screen.Table("LATENCY", new(">P50", 4), new(">P90", 1), ">P99", new(">P99.9", 2), new(">MAX", 3));
        double[] shares = [0.5, 0.9, 0.99, 0.999, 1];
        var some = result is { Unanswered: > 0, Answered: > 0 };
        table.AddRow([some ? "all requests" : "", .. shares.Select(share => Latency(result.LatencyQuantile(share), result.Ended))]);
        if (some)
            table.AddRow(["the answered", .. shares.Select(share => Latency(result.AnsweredQuantile(share), result.Answered))]);
        console.Write(table);
        Screen.Line($"Timed from when a request was due to the last byte of its answer; within {LatencyHistogram.Precision:0.0%}.", console);
        // By nearest rank: a share of fewer requests than it takes to have one beyond it.
        if (result.Ended is > 0 and < 1000)
            Screen.Line($"With so few requests {(result.Ended < 100 ? "P99 and P99.9 are" : "P99.9 is")} just the slowest one.", console);
    }

    private static void ShowPaths(LoadResult result, TextConsole console)
    {
        if (result.Paths.Count < 2)
            return;
        Screen.Line(console: console);
        var table = Screen.Table("PATH", new(">WEIGHT", 1), new(">REQUESTS", 3), ">ERRORS", new(">P50", 2), ">P99");
        foreach (var path in result.Paths)
            table.AddRow(
                path.Path.Path,
                Count(path.Path.Weight),
                Count(path.Requests),
                Count(path.Errors),
                Latency(path.LatencyQuantile(0.5), path.Requests),
                Latency(path.LatencyQuantile(0.99), path.Requests));
        console.Write(table);
    }

    private static void ShowNotes(LoadResult result, TextConsole console)
    {
        Screen.Line(console: console);
        if (result.SlowShare is { } share)
            Screen.Line($"Slow: {Count(result.Slow!.Value)} requests ({Number(share, "0.00%")}) took longer than "
                + $"{Number(result.Plan.SlowSeconds!.Value, "0.######")} s.", console);
        if (Redirects.Said(result.Redirected, result.Answered) is { } redirects)
            Screen.Line(redirects, console);
        if (result.KeptUp == false)
            Screen.Line(result.Unanswered > 0
                ? $"The server did not keep up with this rate: {Count(result.Unanswered)} requests had no answer."
                : StartedLate(result) ? "The server, or this load, did not keep up with this rate: latencies are mostly the time spent in a queue."
                : "The server did not keep up with this rate: its latencies are mostly the time spent in a queue.", console);
        if (result.Waited > 0)
            Screen.Line($"{Count(result.Waited)} requests waited for a free connection (of {Count(result.Plan.Connections)}); "
                + "their latency includes that wait.", console);
        if (result.Lateness.Quantile(0.99) is { } late && result.Seconds > 0)
        {
            Screen.Line($"The generator used {Number(result.CpuSeconds / result.Seconds, "0%")} of a core and "
                + $"started 99% of the requests within {Duration(late)} of"
                + $" their time{(StartedLate(result) ? ": it was not given the CPU in time, and latencies include its delay" : "")}.", console);
        }
    }

    private static bool StartedLate(LoadResult result) =>
        result.Lateness.Quantile(0.99) is { } late && late > LateSeconds && late > LateShare * result.LatencyQuantile(0.5);

    /// <summary>Where somebody watches.</summary>
    private static void Progress(string line)
    {
        if (!Console.IsErrorRedirected)
            Console.Error.WriteLine(line);
    }

    private static string Latency(double? seconds, long requests) =>
        seconds is { } known ? Duration(known) : requests == 0 ? "-" : "no answer";

    private static string Duration(double seconds) => seconds switch
    {
        < 0.01 => Number(seconds * 1000, "0.00") + " ms",
        < 0.1 => Number(seconds * 1000, "0.0") + " ms",
        < 1 => Number(seconds * 1000, "0") + " ms",
        _ => Number(seconds, "0.00") + " s",
    };

    private static string Rate(double rate) => Number(rate, rate < 10 ? "0.##" : rate < 1000 ? "0.#" : "#,0") + "/s";

    private static string Count(long number) => Number(number, "#,0");

    private static string Number(double number, string format) => number.ToString(format, CultureInfo.InvariantCulture);
}
