using System.Globalization;
using System.Net;
using Lowtide.Commands;
using Lowtide.Guard.Settings;

namespace Lowtide.Serve.Settings;

/// <summary>What can be set by a word: an option of the command line, and a key of the file.</summary>
/// <param name="Name">"cpu-share": --cpu-share, and cpu-share in the file.</param>
/// <param name="HelpName">What stands for its value.</param>
/// <param name="Takes">What follows the name where a value is none.</param>
/// <param name="Apply">Null where it is none.</param>
internal sealed record ServeSetting(
    string Name, string HelpName, string Description, string Takes, Func<ServeOptions, string, ServeOptions?> Apply)
{
    /// <summary>What of the options a watch that runs cannot take over; null where it can.</summary>
    public Func<ServeOptions, object?>? Fixed { get; init; }

    private const long SmallestHistory = 16 << 20;

    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1), Longest = TimeSpan.FromHours(1);

    /// <summary>Each once: the command line and the file are made of them, and docs/serve.md has an example of each.</summary>
    public static readonly IReadOnlyList<ServeSetting> All =
    [
        new("listen", "ADDRESS:PORT", $"where to answer; 127.0.0.1:{ServeOptions.Port} without it", "takes an address and a port, such as 127.0.0.1:9923",
            (options, text) => IPEndPoint.TryParse(text, out var parsed) && parsed.Port > 0 ? options with { Address = parsed } : null)
        {
            Fixed = options => options.Address,
        },
        new("tls-certificate", "FILE", "answers by TLS: the certificate with those above it, as PEM; then --listen may be any address",
            "takes a file", (options, text) => text.Length > 0 ? options with { TlsCertificate = text } : null)
        {
            Fixed = options => options.TlsCertificate,
        },
        new("tls-key", "FILE", "its key, as PEM", "takes a file", (options, text) => text.Length > 0 ? options with { TlsKey = text } : null)
        {
            Fixed = options => options.TlsKey,
        },
        new("tls-self-signed", "on|off", "answers by TLS with a certificate that it makes at each start: nobody hears it, and nobody can tell who it is",
            "takes on or off", (options, text) => text is "on" or "off" ? options with { TlsSelfSigned = text == "on" } : null)
        {
            Fixed = options => options.TlsSelfSigned,
        },
        new("interval", "TIME", "time between two looks; 10s without it", "takes a time from 1s to 1h, such as 30s",
            (options, text) => DurationText.Parse(text) is { } every && every >= Shortest && every <= Longest ? options with { Every = every } : null),
        new("history", "FOLDER", "the folder that keeps what it saw; /var/lib/lowtide without it, or ~/.local/state/lowtide where that is not root's",
            "takes a folder", (options, text) => text.Length > 0 ? options with { Folder = text } : null)
        {
            Fixed = options => options.Folder,
        },
        new("history-size", "SIZE", "the most that the history takes: 1G without it; the oldest goes first", "takes a size from 16M on, such as 500M or 2G",
            (options, text) => SizeOption.Parse(text) is >= SmallestHistory and var bytes ? options with { HistoryBytes = bytes } : null)
        {
            Fixed = options => options.HistoryBytes,
        },
        new("cpu-share", "PERCENT", "of one processor's time, for reading what processes hold and for looks into pages; 0.44% without it",
            "takes a part of a processor in percent, from 0.01% to 100%: 0.4% or 2%",
            (options, text) => text.EndsWith('%') && double.TryParse(text[..^1], NumberStyles.Float, CultureInfo.InvariantCulture, out var percent)
                && percent is >= 0.01 and <= 100
                ? options with { Budget = options.Budget with { Share = percent / 100 } } : null),
        new("longest-stall", "TIME", "the longest that one reading may hold up a process; 16ms without it", "takes a time from 1ms to 100ms, such as 8ms",
            (options, text) => DurationText.Parse(text, bare: false) is { TotalMilliseconds: >= 1 and <= 100 } stall
                ? options with { Budget = options.Budget with { LongestStall = stall } } : null),
        new("dotnet-events", "on|off", "whether it listens to what .NET runtimes tell of their collections; on without it", "takes on or off",
            (options, text) => text is "on" or "off" ? options with { DotNetEvents = text == "on" } : null),
        new("guard-budget", "N/h", "the most respawns of all guards of the file together, within an hour; each has its own alone without it",
            "takes a number an hour, such as 30/h",
            (options, text) => GuardSetting.PerHour(text) is { } count ? options with { GuardBudget = count } : null),
        new("alertmanager", "URL", "where Prometheus's Alertmanager answers: it is told what alerts are raised",
            "takes an address such as http://127.0.0.1:9093, without a password or a query",
            (options, text) => Address(text, isFolder: true) is { } address ? options with { Alertmanager = address } : null),
        new("webhook", "URL", "where each change of an alert is posted as JSON (docs/serve.md)",
            "takes an address such as http://127.0.0.1:8080/alerts, without a password or a query",
            (options, text) => Address(text, isFolder: false) is { } address ? options with { Webhook = address } : null),
        new("otlp", "URL", "where a collector takes the metrics by OTLP over HTTP, once a minute",
            "takes an address such as http://127.0.0.1:4318, without a password or a query",
            (options, text) => Address(text, isFolder: true) is { } address ? options with { Otlp = address } : null)
        {
            Fixed = options => options.Otlp,
        },
    ];

    /// <param name="isFolder">It ends in a slash then, so that what is below it can be told.</param>
    private static Uri? Address(string text, bool isFolder) =>
        !Uri.TryCreate(text, UriKind.Absolute, out var parsed) || parsed.Scheme is not ("http" or "https")
            || parsed is not { UserInfo: "", Query: "", Fragment: "" } ? null
        : isFolder && !parsed.AbsolutePath.EndsWith('/') ? new Uri($"{parsed.AbsoluteUri}/") : parsed;
}
