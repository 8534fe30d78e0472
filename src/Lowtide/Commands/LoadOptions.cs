using System.CommandLine;
using System.Globalization;
using System.Text;
using Lowtide.Load;
using Lowtide.Recordings.Storage;

namespace Lowtide.Commands;

/// <summary>What <c>lowtide load</c> takes, and the plan that it makes.</summary>
internal static class LoadOptions
{
    private const double MostRate = 200_000;
    private const long MostRequests = 1_000_000_000;
    private const int MostOfBody = 1 << 28;

    private static readonly TimeSpan DefaultDuration = TimeSpan.FromSeconds(10), DefaultTimeout = TimeSpan.FromSeconds(10);

    private static readonly Argument<string> Url = new("URL") { Description = "the server's address: http://127.0.0.1:8000/" };
    private static readonly Option<string?> RateText = new("--rate", "-r")
    {
        Description = $"requests a second; without it, or with 'auto', {FoundRate.Share:0%} of the highest rate that the server holds",
        HelpName = "NUMBER",
    };
    private static readonly Option<long?> Requests = new("--requests", "-n") { Description = "how many requests", HelpName = "NUMBER" };
    private static readonly Option<TimeSpan?> Duration =
        DurationOption.Build("--duration", "how long to send them: 30s, 5m; 10s without it", "-d");
    private static readonly Option<string[]> Paths = new("--path")
    {
        Description = "a path in the place of the URL's own; repeatable, with a weight in front: 3:/shop?page=1",
        HelpName = "[WEIGHT:]/PATH",
    };
    private static readonly Option<string?> Method = new("--method") { Description = "GET, or POST with --body, without it" };
    private static readonly Option<string[]> Headers = new("--header", "-H")
    {
        Description = "a header of every request; repeatable",
        HelpName = "'NAME: VALUE'",
    };
    private static readonly Option<string?> Body = new("--body") { Description = "what every request sends", HelpName = "FILE" };
    private static readonly Option<int?> ExpectStatus = new("--expect-status")
    {
        Description = "any other status is an error (default: 400 and more are)",
        HelpName = "STATUS",
    };
    private static readonly Option<string?> ExpectBody = new("--expect-body")
    {
        Description = "an answer without this text is an error",
        HelpName = "TEXT",
    };
    private static readonly Option<int> Connections = new("--connections", "-c")
    {
        Description = "most requests under way at once; others wait, and their wait counts as latency",
        DefaultValueFactory = _ => 64,
        HelpName = "NUMBER",
    };
    private static readonly Option<bool> NoKeepAlive = new("--no-keep-alive") { Description = "a new connection for every request" };
    private static readonly Option<TimeSpan?> Timeout =
        DurationOption.Build("--timeout", "a request without a whole answer this long after it was due counts as unanswered; 10s without it");
    private static readonly Option<long> Warm = new("--warm")
    {
        Description = "requests at the same rate before those that are measured",
        HelpName = "NUMBER",
    };
    private static readonly Option<TimeSpan?> Slow = DurationOption.Build("--slow", "count the requests that take longer than this: 100ms");
    private static readonly Option<bool> AllowRemote = new("--allow-remote")
    {
        Description = "load a server on another machine, which its owner must have agreed to",
    };
    private static readonly Option<string?> Log = new("--log")
    {
        Description = "each request with when it was due, how long it took and its status, as CSV for 'lowtide explain --access-log'",
        HelpName = "FILE",
    };
    public static readonly Option<bool> FindRate = new("--find-rate") { Description = "only find the rate and print it" };
    public static readonly Option<bool> Json = new("--json")
    {
        Description = "the document lowtide/load/1 (with --find-rate lowtide/rate/1) on standard output",
    };

    public static void AddTo(Command verb)
    {
        verb.Arguments.Add(Url);
        foreach (var option in new Option[]
        {
            RateText, Requests, Duration, Paths, Method, Headers, Body, ExpectStatus, ExpectBody, Connections, NoKeepAlive,
            Timeout, Warm, Slow, Log, AllowRemote, FindRate, Json,
        })
            verb.Options.Add(option);
    }

    /// <summary>Requests a second; null: to be found.</summary>
    /// <exception cref="Failure">A wrong call.</exception>
    public static double? Rate(ParseResult parsed)
    {
        if (parsed.GetValue(RateText) is not { } text || text == "auto")
            return null;
        if (parsed.GetValue(FindRate))
            throw Failure.Wrong("--find-rate finds the rate: leave --rate out, or --find-rate");
        return double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var rate) && rate is >= 0.01 and <= MostRate
            ? rate
            : throw Failure.Wrong($"--rate takes requests a second from 0.01 to {MostRate:0}, or 'auto', not '{text}'");
    }

    /// <summary>The requests before those that are measured, and those.</summary>
    /// <exception cref="Failure">A wrong call.</exception>
    public static (ArrivalSchedule Warm, ArrivalSchedule Measured) Schedules(ParseResult parsed, double rate)
    {
        var count = parsed.GetValue(Requests)
            ?? (long)Math.Max(1, Math.Round(rate * (parsed.GetValue(Duration) ?? DefaultDuration).TotalSeconds));
        return (new ArrivalSchedule(rate, parsed.GetValue(Warm)), new ArrivalSchedule(rate, Math.Min(count, MostRequests)));
    }

    /// <summary>Where each request is written; null for nowhere.</summary>
    /// <exception cref="Failure">A wrong call.</exception>
    public static NewFile? LogFile(ParseResult parsed)
    {
        if (parsed.GetValue(Log) is not null && parsed.GetValue(FindRate))
            throw Failure.Wrong("--find-rate measures no requests to log: leave --log out, or --find-rate");
        return NewFile.Create(parsed.GetValue(Log), Log.Name);
    }

    /// <exception cref="Failure">A wrong call, or a body that cannot be read.</exception>
    public static LoadPlan Plan(ParseResult parsed)
    {
        if (parsed.GetValue(Requests) is not null && parsed.GetValue(Duration) is not null)
            throw Failure.Wrong("-n and -d both say how many requests: give one of them");
        if (parsed.GetValue(Requests) is < 1 or > MostRequests)
            throw Failure.Wrong($"-n takes a number of requests from 1 to {MostRequests}");
        if (parsed.GetValue(Warm) is < 0 or > MostRequests)
            throw Failure.Wrong("--warm takes a number of requests from 0 on");
        if (parsed.GetValue(Connections) is < 1 or > 10_000)
            throw Failure.Wrong("--connections takes a number from 1 to 10000");
        if (parsed.GetValue(Timeout)?.TotalSeconds is < 0.001 or > 3600)
            throw Failure.Wrong("--timeout takes a time from 1ms to 1h");
        if (parsed.GetValue(Slow)?.TotalHours > 1)
            throw Failure.Wrong("--slow takes a time of at most 1h, such as 100ms");
        if (parsed.GetValue(ExpectStatus) is < 100 or > 599)
            throw Failure.Wrong("--expect-status takes a status from 100 to 599");
        if (parsed.GetValue(ExpectBody) is { Length: 0 or > 65536 })
            throw Failure.Wrong("--expect-body takes a text of at most 65536 characters");
        var url = LoadTarget.Parse(parsed.GetValue(Url)!);
        var body = parsed.GetValue(Body) is { } file ? ReadBody(file) : null;
        return new LoadPlan
        {
            Url = url,
            Addresses = LoadTarget.Addresses(url, parsed.GetValue(AllowRemote)),
            Paths = parsed.GetValue(Paths) is { Length: > 0 } paths ? [.. paths.Select(LoadWords.Path)] : [new WeightedPath(url.PathAndQuery, 1)],
            Method = LoadWords.Method(parsed.GetValue(Method) ?? (body is null ? "GET" : "POST")),
            Headers = [.. (parsed.GetValue(Headers) ?? []).Select(LoadWords.Header)],
            Body = body,
            ExpectedStatus = parsed.GetValue(ExpectStatus),
            ExpectedText = parsed.GetValue(ExpectBody) is { } text ? Encoding.UTF8.GetBytes(text) : null,
            Connections = parsed.GetValue(Connections),
            KeepAlive = !parsed.GetValue(NoKeepAlive),
            Timeout = parsed.GetValue(Timeout) ?? DefaultTimeout,
            SlowSeconds = parsed.GetValue(Slow)?.TotalSeconds ?? SlowOfTrial(),
        };
    }

    private static double? SlowOfTrial() =>
        double.TryParse(Environment.GetEnvironmentVariable(LoadEnvironment.Slow), CultureInfo.InvariantCulture, out var seconds) && seconds is > 0 and <= 3600
            ? seconds : null;

    private static byte[] ReadBody(string file)
    {
        try
        {
            return RegularFile.ReadAll(file, MostOfBody);
        }
        catch (Exception unread) when (unread is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"cannot read the file of --body ({Refusal.Why(unread)}): {file}", Refusal.ExitCode(unread));
        }
    }
}
