using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Lowtide.Analysis.Statistics;
using Lowtide.Load;

namespace Lowtide.Trials.Loads;

/// <summary>
/// What a load command's output says; null where it does not. <c>lowtide load</c> says all. hey with <c>-o csv</c> gives every
/// request, and so may any command that prints such columns; hey's and wrk's summaries give rate and quantiles; of others
/// nothing is read.
/// </summary>
/// <param name="Requests">Answers received.</param>
/// <param name="Errors">Answers of status 400 or more, and <paramref name="Unanswered"/>.</param>
/// <param name="SlowShare">Of the answers, those that took longer than the user's limit; of <c>lowtide load</c>'s requests, those
/// without an answer as well.</param>
/// <param name="Unanswered">Requests without an answer; null where the command does not tell (hey's CSV leaves them out).</param>
/// <param name="OfferedPerSecond">Requests that were due; null where there was no fixed rate.</param>
/// <param name="KeptUp">Whether the server kept up with that; null where that cannot be told.</param>
/// <param name="SearchedRate">The load found a rate by itself, and would find another in another run.</param>
internal sealed partial record LoadReport(
    long? Requests,
    long? Errors,
    double? RequestsPerSecond,
    double? P50Seconds,
    double? P99Seconds,
    double? SlowShare,
    long? Unanswered,
    double? OfferedPerSecond = null,
    bool? KeptUp = null,
    bool SearchedRate = false)
{
    /// <summary>Answers of status 300 to 399; null where the command does not tell.</summary>
    public long? Redirected { get; init; }

    private const RegexOptions LineOptions = RegexOptions.Multiline | RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture;

    private static readonly LoadReport Unknown = new(null, null, null, null, null, null, null);

    public static LoadReport Of(LoadOutput output, double? slowSeconds) =>
        output.Documents is [] ? Parse(output.Printed, slowSeconds) : output.Documents.Select(document => Parse(document, slowSeconds)).Aggregate(And);

    public static LoadReport Parse(string output, double? slowSeconds) =>
        OwnDocument(output, "lowtide/load/1") is { } own ? OfOwn(own, slowSeconds)
        : output.Contains("response-time,", StringComparison.Ordinal) ? OfHeyCsv(output, slowSeconds)
        : output.Contains("Requests/sec:", StringComparison.Ordinal) ? OfSummary(output)
        : Unknown;

    /// <returns>Requests a second, as <c>lowtide load --find-rate</c> found them; null where it found none.</returns>
    public static double? FoundRate(string output) =>
        OwnDocument(output, "lowtide/rate/1") is { } own ? Number(own.GetProperty("found_rate"), "rate") : null;

    /// <summary>Of several loads in one command, what adds up: their latencies and rates do not.</summary>
    private static LoadReport And(LoadReport one, LoadReport other) => Unknown with
    {
        Requests = one.Requests + other.Requests,
        Errors = one.Errors + other.Errors,
        Unanswered = one.Unanswered + other.Unanswered,
        KeptUp = one.KeptUp == false || other.KeptUp == false ? false : null,
        SearchedRate = one.SearchedRate || other.SearchedRate,
        Redirected = one.Redirected + other.Redirected,
    };

    /// <summary>A share of slow requests by another limit than the trial's would be another metric.</summary>
    private static LoadReport OfOwn(JsonElement own, double? slowSeconds) => new(
        own.GetProperty("answered").GetInt64(),
        own.GetProperty("errors").GetInt64(),
        Number(own, "requests_per_second"),
        Number(own.GetProperty("latency"), "p50_seconds"),
        Number(own.GetProperty("latency"), "p99_seconds"),
        Number(own, "slow_seconds") == slowSeconds ? Number(own, "slow_share") : null,
        own.GetProperty("unanswered").GetInt64(),
        Number(own, "rate"),
        own.GetProperty("kept_up") is { ValueKind: JsonValueKind.True or JsonValueKind.False } keptUp ? keptUp.GetBoolean() : null,
        own.GetProperty("found_rate") is not { ValueKind: JsonValueKind.Null })
    {
        Redirected = own.GetProperty("statuses").EnumerateArray()
            .Where(each => Redirects.Is(each.GetProperty("status").GetInt32())).Sum(each => each.GetProperty("count").GetInt64()),
    };

    /// <summary>The command may print other things around it.</summary>
    private static JsonElement? OwnDocument(string output, string schema)
    {
        var named = output.IndexOf($"\"schema\": \"{schema}\"", StringComparison.Ordinal);
        var start = named < 0 ? -1 : output.LastIndexOf('{', named);
        if (start < 0)
            return null;
        try
        {
            var reader = new Utf8JsonReader(Encoding.UTF8.GetBytes(output[start..]));
            using var document = JsonDocument.ParseValue(ref reader);
            return document.RootElement.Clone();
        }
        catch (JsonException)
        {
            return null; // cut short
        }
    }

    private static double? Number(JsonElement element, string name) =>
        element.GetProperty(name) is { ValueKind: JsonValueKind.Number } number ? number.GetDouble() : null;

    /// <summary>Columns by name: response-time and offset in seconds, status-code.</summary>
    private static LoadReport OfHeyCsv(string output, double? slowSeconds)
    {
        var lines = output[output.IndexOf("response-time,", StringComparison.Ordinal)..].Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var names = lines[0].Trim().Split(',');
        var (time, status, offset) = (Array.IndexOf(names, "response-time"), Array.IndexOf(names, "status-code"), Array.IndexOf(names, "offset"));
        var times = new List<double>(lines.Length);
        double last = 0;
        long errors = 0, redirected = 0;
        foreach (var line in lines.Skip(1))
        {
            var fields = line.Split(',');
            if (fields.Length != names.Length || TryNumber(fields[time]) is not { } seconds)
                continue;
            times.Add(seconds);
            if (offset >= 0 && TryNumber(fields[offset]) is { } start)
                last = Math.Max(last, start + seconds);
            if (status < 0 || TryNumber(fields[status]) is not { } answer)
                continue;
            errors += answer >= 400 ? 1 : 0;
            redirected += Redirects.Is((int)answer) ? 1 : 0;
        }
        if (times.Count == 0)
            return Unknown with { Requests = 0 };
        times.Sort();
        var sorted = System.Runtime.InteropServices.CollectionsMarshal.AsSpan(times);
        return new LoadReport(
            times.Count,
            errors,
            last > 0 ? times.Count / last : null,
            Quantile.OfSorted(sorted, 0.5),
            Quantile.OfSorted(sorted, 0.99),
            slowSeconds is { } limit ? times.Count(seconds => seconds > limit) / (double)times.Count : null,
            null)
        {
            Redirected = status >= 0 ? redirected : null,
        };
    }

    private static LoadReport OfSummary(string output)
    {
        var statuses = HeyStatus().Matches(output);
        var answered = statuses.Sum(Count);
        var errors = statuses.Where(match => match.Groups["status"].Value[0] >= '4').Sum(Count);
        var kinds = output.IndexOf("Error distribution:", StringComparison.Ordinal);
        var unanswered = kinds < 0 ? 0 : HeyErrors().Matches(output[kinds..]).Sum(Count);
        if (WrkRequests().Match(output) is { Success: true } wrk)
        {
            answered = Count(wrk.Groups["number"]);
            errors = WrkErrors().Matches(output).Sum(Count);
            var sockets = WrkUnanswered().Match(output).Groups;
            unanswered = sockets[0].Success ? sockets.Values.Skip(1).Sum(Count) : 0;
        }
        return new LoadReport(
            answered,
            errors + unanswered,
            answered == 0 ? null : Number(RequestRate().Match(output)),
            Seconds(output, "50"),
            Seconds(output, "99"),
            null,
            unanswered);
    }

    private static long Count(Match match) => Count(match.Groups["number"]);

    private static long Count(Group number) => long.Parse(number.ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture);

    /// <summary>hey: "50% in 0.0042 secs"; wrk --latency: "50%    4.20ms".</summary>
    private static double? Seconds(string output, string percent)
    {
        var match = Regex.Match(output, $@"^\s+{percent}%\s+(in\s+)?(?<number>[\d.]+)\s*(?<unit>secs|us|ms|s|m)\s*$", LineOptions);
        return Number(match) * match.Groups["unit"].Value switch { "us" => 1e-6, "ms" => 1e-3, "m" => 60, _ => 1.0 };
    }

    private static double? Number(Match match) =>
        match.Success ? TryNumber(match.Groups["number"].Value) : null;

    /// <summary>"NaN" and "1e999" are numbers to .NET, but no measurements.</summary>
    private static double? TryNumber(string text) =>
        double.TryParse(text.Trim(), NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
            && double.IsFinite(number) && number >= 0
                ? number
                : null;

    [GeneratedRegex(@"^\s+\[(?<status>\d{3})\]\s+(?<number>\d+) responses", LineOptions)]
    private static partial Regex HeyStatus();

    [GeneratedRegex(@"^\s+\[(?<number>\d+)\]\s", RegexOptions.Multiline | RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex HeyErrors();

    [GeneratedRegex(@"^\s*(?<number>\d+) requests in ", RegexOptions.Multiline | RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex WrkRequests();

    [GeneratedRegex(@"Non-2xx or 3xx responses: (?<number>\d+)", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex WrkErrors();

    [GeneratedRegex(
        @"Socket errors: connect (?<connect>\d+), read (?<read>\d+), write (?<write>\d+), timeout (?<timeout>\d+)",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex WrkUnanswered();

    [GeneratedRegex(@"Requests/sec:\s+(?<number>[\d.]+)", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex RequestRate();
}
