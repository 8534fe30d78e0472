using System.Diagnostics;
using System.Net;
using System.Text.Json;
using Lowtide.Tests.Live.DotNet;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Serve;

/// <summary><c>lowtide serve</c> beside a server that goes wrong when it is told to.</summary>
public sealed class AlertTests : IDisposable
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly TempFolder _folder = new();

    private string History => _folder.File("history");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Sharing_that_is_lost_is_told_within_a_minute_with_its_cause()
    {
        using var receiver = new AlertReceiver();
        using var family = new SharingFamily();
        using var serve = new ServeProcess(
            History, "--cpu-share", "100%", "--alertmanager", $"{receiver.Address}am", "--webhook", $"{receiver.Address}hook");
        var label = WaitUntilShared(serve, family);
        family.Tell("collect");
        var watch = Stopwatch.StartNew();
        serve.WaitForLine(line => line.StartsWith($"{label}: alert sharing-lost raised: workers share less: ", StringComparison.Ordinal));
        // At once where it was looked into a moment ago, else by a line of its own.
        serve.WaitForLine(line => line.StartsWith($"{label}: alert sharing-lost ", StringComparison.Ordinal)
            && line.Contains("the collector copies shared memory; cpython.gc-freeze is predicted to help", StringComparison.Ordinal));
        Assert.InRange(watch.Elapsed, TimeSpan.Zero, Minute);
        var alert = Patience.Until(() => Box(receiver.Last("/am/api/v2/alerts", "LowtideSharingLost", label) is { } told && Has(told, "remedy") ? told : null),
            "the alert with its cause", TimeSpan.FromMinutes(2));
        Assert.Equal("cpython.collector-copies", Annotation(alert.Value, "finding"));
        Assert.Equal("cpython.gc-freeze", Annotation(alert.Value, "remedy"));
        Assert.Matches($"^sudo lowtide explain {label} --since [0-9-]+T[0-9:]+Z --history {History}$", Annotation(alert.Value, "command"));
        // Within the stretch lies a look.
        Assert.Equal(0, Ran.Command(
            ["sh", "-c", Annotation(alert.Value, "command")!.Replace("sudo lowtide", Built.Lowtide, StringComparison.Ordinal)]).ExitCode);
        // It is told after Alertmanager.
        Patience.Until(() => Box(receiver.Last("/hook", "LowtideSharingLost", label)), "the change at the webhook", TimeSpan.FromMinutes(2));
        Assert.Contains($"lowtide_alert{{family=\"{label}\",alert=\"sharing-lost\",severity=\"ticket\"}} 1\n", serve.Metrics, StringComparison.Ordinal);
        var page = ServeProcess.Text(serve.Get("/", File.ReadAllText(Path.Combine(History, "token")).Trim()));
        Assert.Contains("workers share less", page, StringComparison.Ordinal);
        // Of a family that has ended nothing is wrong.
        family.Dispose();
        serve.WaitForLine(line => line == $"{label}: alert sharing-lost is over");
        Patience.Until(() => Box(receiver.Last("/am/api/v2/alerts", "LowtideSharingLost", label) is { } told
            && told.GetProperty("endsAt").GetDateTimeOffset() <= DateTimeOffset.UtcNow ? told : null), "its end", TimeSpan.FromMinutes(2));
    }

    /// <summary>Since then, and told once: whoever upgrades Lowtide wakes nobody.</summary>
    [Fact]
    public void An_alert_outlives_the_watch()
    {
        using var family = new SharingFamily();
        string label;
        using (var serve = new ServeProcess(History, "--cpu-share", "100%"))
        {
            label = WaitUntilShared(serve, family);
            family.Tell("collect");
            serve.WaitForLine(line => line.StartsWith($"{label}: alert sharing-lost raised", StringComparison.Ordinal));
            Assert.Equal(0, serve.End());
        }
        using var next = new ServeProcess(History, "--cpu-share", "100%");
        Assert.Contains($"lowtide_alert{{family=\"{label}\",alert=\"sharing-lost\",severity=\"ticket\"}} 1\n", next.Metrics, StringComparison.Ordinal);
        var page = ServeProcess.Text(next.Get("/", File.ReadAllText(Path.Combine(History, "token")).Trim()));
        Assert.Contains("alert sharing-lost was raised", page, StringComparison.Ordinal);
        family.Dispose();
        var over = next.WaitForLine(line => line.StartsWith($"{label}: alert sharing-lost ", StringComparison.Ordinal));
        Assert.Equal($"{label}: alert sharing-lost is over", over);
    }

    [Fact]
    public void Who_does_not_answer_is_told_later()
    {
        using var receiver = new AlertReceiver { Answer = HttpStatusCode.ServiceUnavailable };
        using var family = new SharingFamily();
        using var serve = new ServeProcess(History, "--cpu-share", "100%", "--webhook", $"{receiver.Address}hook");
        var label = WaitUntilShared(serve, family);
        family.Tell("collect");
        serve.WaitForLine(line => line.EndsWith("(it answered 503); it is tried again every minute", StringComparison.Ordinal));
        receiver.Answer = HttpStatusCode.OK;
        Patience.Until(() => Box(receiver.Last("/hook", "LowtideSharingLost", label)), "the alert", TimeSpan.FromMinutes(2));
        serve.WaitForLine(line => line.EndsWith(" again", StringComparison.Ordinal) && line.StartsWith("alerts are delivered to", StringComparison.Ordinal));
    }

    /// <summary>What was kept reads as a recording: its growth, its sharing, the look page by page.</summary>
    [Fact]
    public void What_it_kept_is_explained_reported_and_compared()
    {
        using var family = new SharingFamily();
        using var other = new SharingFamily();
        string label, second;
        using (var serve = new ServeProcess(History, "--cpu-share", "100%"))
        {
            (label, second) = (WaitUntilShared(serve, family), serve.Label(other.Pid));
            family.Tell("collect");
            serve.WaitForLine(line => line.StartsWith($"{label}: alert sharing-lost ", StringComparison.Ordinal)
                && line.Contains("the collector copies shared memory", StringComparison.Ordinal));
            Patience.Until(() => serve.Metrics.Contains($"lowtide_look_age_seconds{{family=\"{second}\"}}", StringComparison.Ordinal) ? this : null,
                "a look at the other");
            Assert.Equal(0, serve.End());
        }
        var explained = Ran.Lowtide("explain", label, "--since", "1h", "--history", History);
        Assert.Equal((0, ""), (explained.ExitCode, explained.Error));
        Assert.Contains("The collector ", explained.Output, StringComparison.Ordinal);
        Assert.Matches(@"Its pages were looked into \d+(\.\d)? (s|min) ago, at ", explained.Output);
        Assert.Equal(0, Ran.Lowtide("explain", $"{family.Pid}", "--since", "1h", "--history", History, "--json").ExitCode);
        var report = Ran.Lowtide("report", label, "--since", "1h", "--history", History, "--format", "markdown");
        Assert.Contains("collector", report.Output, StringComparison.Ordinal);
        Assert.Equal(0, Ran.Lowtide("compare", label, second, "--since", "1h", "--history", History).ExitCode);
        var unknown = Ran.Lowtide("explain", "nobody", "--since", "1h", "--history", History);
        Assert.Equal(1, unknown.ExitCode);
        Assert.StartsWith("lowtide: the history knows no server 'nobody'; it has ", unknown.ErrorLine, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--until goes with --since", "explain", "x", "--until", "1h")]
    [InlineData("--since takes a time such as 2d or 90m", "explain", "x", "--since", "yesterday-ish")]
    [InlineData("--since is to be before --until", "report", "x", "--since", "1h", "--until", "2h")]
    [InlineData("there is no history in /nowhere", "explain", "x", "--since", "1h", "--history", "/nowhere")]
    [InlineData("--listen goes with a live TARGET", "explain", "x", "--since", "1h", "--listen", "5s")]
    [InlineData("--alertmanager takes an address", "serve", "--alertmanager", "ftp://x/")]
    [InlineData("--history-size takes a size from 16M on", "serve", "--history-size", "1M")]
    public void A_wrong_call_is_one_line(string why, params string[] arguments)
    {
        var ran = Ran.Lowtide(arguments);
        Assert.Equal((2, ""), (ran.ExitCode, ran.Output));
        Assert.Contains(why, ran.ErrorLine, StringComparison.Ordinal);
    }

    [Fact]
    public void A_worker_that_the_kernel_kills_is_told_with_what_it_held()
    {
        using var group = MemoryGroup.Make(400 << 20);
        using var family = new SharingFamily(group.Folder);
        using var serve = new ServeProcess(History, "--cpu-share", "100%");
        var label = WaitUntilShared(serve, family);
        var victim = family.Workers[0];
        family.Tell("take");
        Assert.Matches($@": worker 0 was killed by the kernel for memory \(pid {victim}\); it held \d",
            serve.WaitForLine(line => line.StartsWith($"{label}: worker 0 was killed", StringComparison.Ordinal)));
        serve.WaitForLine(line => line.StartsWith($"{label}: alert out-of-memory-kill raised", StringComparison.Ordinal));
    }

    /// <summary>Debian's Prometheus scrapes it by the rules that it wrote, and Debian's Alertmanager hears of it.</summary>
    [Fact]
    public void Prometheus_raises_the_same_alert_and_alertmanager_hears_of_it()
    {
        Assert.SkipWhen(Ran.Command(["sh", "-c", "command -v prometheus && command -v prometheus-alertmanager"]).ExitCode != 0,
            "prometheus or prometheus-alertmanager is not installed");
        var written = Ran.Lowtide("serve", "--write-rules");
        var rules = _folder.File("rules.yaml", written.Output);
        Assert.Equal((0, 0), (written.ExitCode, Ran.Command(["promtool", "check", "rules", rules]).ExitCode));
        using var family = new SharingFamily();
        using var serve = new ServeProcess(History, "--cpu-share", "100%");
        var label = WaitUntilShared(serve, family);
        using var stack = new PrometheusStack(_folder, serve.Port, rules);
        // Prometheus has to have seen it well before it knows what was lost.
        family.Tell("collect");
        var alerts = Patience.Until(() => stack.Alerts() is var text && text.Contains("LowtideSharingLost", StringComparison.Ordinal)
            && text.Contains($"\"family\":\"{label}\"", StringComparison.Ordinal) ? text : null, "the alert in Alertmanager", TimeSpan.FromMinutes(3));
        using var document = JsonDocument.Parse(alerts);
        var alert = document.RootElement.EnumerateArray()
            .First(each => each.GetProperty("labels").GetProperty("alertname").GetString() == "LowtideSharingLost");
        Assert.Equal($"http://127.0.0.1:{serve.Port}/alerts#sharing-lost", alert.GetProperty("annotations").GetProperty("runbook_url").GetString());
        Assert.Contains("sharing-lost", ServeProcess.Text(serve.Get("/alerts")), StringComparison.Ordinal);
    }

    /// <summary>Until three readings of each worker are there.</summary>
    private static string WaitUntilShared(ServeProcess serve, SharingFamily family)
    {
        var label = serve.Label(family.Pid);
        Patience.Until(() => serve.Metrics.Contains($"lowtide_family_sharing_lost_ratio{{family=\"{label}\"}} 0", StringComparison.Ordinal) ? serve : null,
            "what workers share");
        return label;
    }

    private static bool Has(JsonElement alert, string annotation) => alert.GetProperty("annotations").TryGetProperty(annotation, out _);

    private static string? Annotation(JsonElement alert, string name) => alert.GetProperty("annotations").GetProperty(name).GetString();

    private static StrongBox? Box(JsonElement? element) => element is { } value ? new StrongBox(value) : null;

    private sealed record StrongBox(JsonElement Value);
}
