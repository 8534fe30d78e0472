using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text.RegularExpressions;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;
using Microsoft.Data.Sqlite;

namespace Lowtide.Tests.Live.Serve;

/// <summary><c>lowtide serve</c> beside a server that forks and ends workers when it is told to.</summary>
[Collection(nameof(Alone))]
public sealed class ServeTests : IDisposable
{
    private readonly TempFolder _folder = new();

    private string History => _folder.File("history");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Its_figures_are_the_kernels()
    {
        using var family = new ToldFamily(workers: 3);
        using var serve = new ServeProcess(History, "--cpu-share", "100%");
        var label = serve.Label(family.Pid);
        var metrics = Patience.Until(
            () => serve.Metrics is var text && Figures(text, "lowtide_process_pss_bytes", label).Count == 4 ? text : null, "PSS of all four");
        Assert.Equal(3, Figure(metrics, "lowtide_family_workers", label));
        // Nobody serves: what the kernel says stays the same.
        var told = family.Workers.Append(family.Pid).Sum(pid => Rollup(pid, "Pss"));
        Assert.InRange(Figure(metrics, "lowtide_family_pss_bytes", label), told * 0.98, told * 1.02);
        Assert.Equal(["0", "1", "2", "master"], Figures(metrics, "lowtide_process_private_bytes", label).Keys.Order(StringComparer.Ordinal));
        Assert.Equal(0, Figure(metrics, "lowtide_family_respawns_total", label));
    }

    /// <summary>Ten thousand are tried on made-up workers (WorkerSlotsTests).</summary>
    [Fact]
    public void Respawns_are_counted_and_make_no_new_series()
    {
        using var family = new ToldFamily(workers: 2);
        using var serve = new ServeProcess(History, "--cpu-share", "100%");
        var label = serve.Label(family.Pid);
        Patience.Until(() => Figures(serve.Metrics, "lowtide_process_pss_bytes", label).Count == 3 ? this : null, "PSS of all three");
        for (var round = 1; round <= 3; round++)
        {
            var ended = family.Workers[0];
            family.Tell($"end {ended}");
            family.Tell("fork 1");
            serve.WaitForLine(line => line.Contains($"ended (pid {ended})", StringComparison.Ordinal));
            var respawns = round;
            Patience.Until(() => Figure(serve.Metrics, "lowtide_family_respawns_total", label) == respawns ? this : null, $"respawn {round}");
        }
        Assert.Equal(["0", "1", "master"], Figures(serve.Metrics, "lowtide_process_resident_bytes", label).Keys.Order(StringComparer.Ordinal));
        Assert.Matches($@"^{Regex.Escape(label)}: worker 0 ended \(pid \d+\); it held \S+ \S+ of its own .* before(; it used \S+ of a processor)?$",
            serve.WaitForLine(line => line.Contains("of its own", StringComparison.Ordinal)));
    }

    /// <summary>Of workers that have ended too: a counter never falls.</summary>
    [Fact]
    public void Collections_and_arenas_are_counted_between_looks()
    {
        using var family = new ToldFamily(workers: 2);
        using var serve = new ServeProcess(History, "--cpu-share", "100%");
        var label = serve.Label(family.Pid);
        Patience.Until(() => Figure(serve.Metrics, "lowtide_malloc_arenas", label) >= 3 ? this : null, "an arena of each of three processes");
        Assert.InRange(Figure(serve.Metrics, "lowtide_malloc_system_bytes", label), 3 * 132 * 1024, 1 << 30);
        var before = Full();
        family.Tell("collect");
        Patience.Until(() => Full() >= before + 10 ? this : null, "ten full collections");
        family.Tell($"end {family.Workers[0]}");
        serve.WaitForLine(line => line.Contains("worker 0 ended", StringComparison.Ordinal));
        Assert.Equal(before + 10, Full());

        double Full() => Figure(serve.Metrics.Replace(",generation=\"2\"", "", StringComparison.Ordinal), "lowtide_cpython_collections_total", label);
    }

    [Fact]
    public void Series_of_a_server_that_ends_end_with_it()
    {
        using var family = new ToldFamily();
        family.Tell("fork 1");
        using var serve = new ServeProcess(History);
        var label = serve.Label(family.Pid);
        family.Tell($"end {family.Workers[0]}");
        family.Kill();
        serve.WaitForLine(line => line == $"{label}: ended (pid {family.Pid})");
        Assert.Empty(Figures(serve.Metrics, "lowtide_process_resident_bytes", label));
    }

    [Theory]
    [InlineData(null, "text/plain")]
    [InlineData("application/openmetrics-text;version=1.0.0", "application/openmetrics-text")]
    public void Prometheus_takes_what_it_says(string? accept, string type)
    {
        using var family = new ToldFamily(workers: 1);
        using var serve = new ServeProcess(History, "--cpu-share", "100%");
        var label = serve.Label(family.Pid);
        Patience.Until(() => Figures(serve.Metrics, "lowtide_process_pss_bytes", label).Count == 2 ? this : null, "PSS of both");
        using var answer = serve.Get("/metrics", accept: accept);
        Assert.Equal(type, answer.Content.Headers.ContentType!.MediaType);
        var text = ServeProcess.Text(answer);
        if (accept is not null)
            Assert.EndsWith("\n# EOF\n", text, StringComparison.Ordinal);
        else
            Assert.Equal((0, ""), Promtool(text));
    }

    [Fact]
    public void The_page_asks_for_its_password_and_the_rest_does_not()
    {
        using var family = new ToldFamily(workers: 1);
        using var serve = new ServeProcess(History);
        var label = serve.Label(family.Pid);
        var password = File.ReadAllText(Path.Combine(History, "token")).Trim();
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(Path.Combine(History, "token")));
        Assert.Equal(HttpStatusCode.Unauthorized, serve.Get("/").StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, serve.Get("/", password + "x").StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, serve.Get("/else").StatusCode);
        Assert.Equal(HttpStatusCode.OK, serve.Get("/-/healthy").StatusCode);
        var page = serve.Get("/", password);
        Assert.Equal(HttpStatusCode.OK, page.StatusCode);
        Assert.Contains(label, ServeProcess.Text(page), StringComparison.Ordinal);
        Assert.Contains("content=\"default-src 'none'; script-src 'sha256-", ServeProcess.Text(page), StringComparison.Ordinal);
        Assert.Equal("frame-ancestors 'none'", page.Headers.GetValues("Content-Security-Policy").Single());
    }

    [Fact]
    public void A_killed_one_leaves_a_history_that_the_next_goes_on_with()
    {
        using var family = new ToldFamily(workers: 1);
        var (killed, label) = (DateTimeOffset.MaxValue, "");
        using (var serve = new ServeProcess(History, "--cpu-share", "100%"))
        {
            label = serve.Label(family.Pid);
            Patience.Until(() => Figures(serve.Metrics, "lowtide_process_pss_bytes", label).Count == 2 ? this : null, "PSS of both");
            serve.End("KILL");
            killed = DateTimeOffset.UtcNow;
        }
        using var next = new ServeProcess(History);
        Patience.Until(() => Figure(next.Metrics, "lowtide_family_workers", label) == 1 ? this : null, "it to be known again");
        Assert.Equal(0, next.End());
        Assert.Equal(["history.db", "serve.lock", "token"], Directory.EnumerateFiles(History).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        using var connection = new SqliteConnection($"Data Source={Path.Combine(History, "history.db")};Mode=ReadOnly;Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT COUNT(DISTINCT slot) FROM samples JOIN families ON family = id WHERE label = $label AND at <= $killed AND pss > 0";
        command.Parameters.AddWithValue("$label", label);
        command.Parameters.AddWithValue("$killed", killed.ToUnixTimeSeconds());
        Assert.Equal(3L, command.ExecuteScalar()); // both and all
        command.CommandText = "SELECT COUNT(*) FROM events JOIN families ON family = id WHERE label = $label";
        Assert.Equal(1L, command.ExecuteScalar()); // that it was found, once
    }

    [Fact]
    public void One_that_was_stopped_and_started_has_been_restarted()
    {
        using var serve = new ServeProcess(History);
        var first = new ToldFamily(workers: 1);
        var (pid, label) = (first.Pid, "");
        using (first)
            label = serve.Label(pid);
        serve.WaitForLine(line => line == $"{label}: ended (pid {pid})");
        using var second = new ToldFamily(workers: 1, like: first);
        serve.WaitForLine(line => line == $"{label}: restarted (pid {second.Pid})");
        Assert.Equal(0, serve.End());
    }

    [Fact]
    public void A_damaged_history_is_set_aside()
    {
        Directory.CreateDirectory(History);
        File.WriteAllText(Path.Combine(History, "history.db"), "this is no database, and longer than its header would be: " + new string('x', 200));
        using var serve = new ServeProcess(History);
        Assert.Matches(@"^the history before is kept as .*/history\.db\.\d+ \(it is damaged: .*\); a new one was begun$",
            serve.WaitForLine(line => line.Contains("history before", StringComparison.Ordinal)));
        Assert.Equal(0, serve.End("TERM"));
    }

    /// <summary>From its first line to that of its end.</summary>
    [Fact]
    public void In_a_file_each_line_has_its_time()
    {
        var log = _folder.File("log");
        using var serve = Process.Start(new ProcessStartInfo(
            "env", ["--default-signal=INT", "sh", "-c", "exec \"$0\" serve --listen 127.0.0.1:$1 --history \"$2\" > \"$3\"", Built.Lowtide,
                $"{ServeProcess.FreePort()}", History, log]))!;
        Patience.Until(() => File.Exists(log) && File.ReadAllText(log).Contains('\n', StringComparison.Ordinal) ? this : null, "its first line");
        Ran.Command(["kill", "-INT", $"{serve.Id}"]);
        Patience.ForEnd(serve, TimeSpan.FromSeconds(30));
        var lines = File.ReadAllLines(log);
        Assert.All(lines, line => Assert.Matches("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z ", line));
        Assert.EndsWith($" ended; {History} keeps what was seen", lines[^1]);
    }

    [Fact]
    public void A_port_that_is_taken_is_one_line()
    {
        using var serve = new ServeProcess(History);
        var address = serve.WaitForLine(line => line.StartsWith("http://", StringComparison.Ordinal)).Split('/')[2];
        var ran = Ran.Lowtide("serve", "--listen", address, "--history", _folder.File("other"));
        Assert.Equal(1, ran.ExitCode);
        Assert.Matches($@"^lowtide: {Regex.Escape(address)} cannot be had \(.*in use.*\); name another with --listen$", ran.ErrorLine);
        Assert.False(Directory.Exists(_folder.File("other")));
        ran = Ran.Lowtide("serve", "--listen", address, "--history", History);
        Assert.Equal(1, ran.ExitCode);
        Assert.Equal($"lowtide: another Lowtide (serve or guard) keeps its history in {History}: name another folder with --history", ran.ErrorLine);
    }

    [Theory]
    [InlineData("listen takes a loopback address", "--listen", "0.0.0.0:9923")]
    [InlineData("tls-certificate and tls-key go together", "--tls-key", "x.pem")]
    [InlineData("--listen takes an address and a port", "--listen", "nonsense")]
    [InlineData("--interval takes a time from 1s to 1h", "--interval", "10ms")]
    [InlineData("--cpu-share takes a part of a processor in percent", "--cpu-share", "0")]
    public void A_wrong_call_is_one_line(string why, params string[] options)
    {
        var ran = Ran.Lowtide(["serve", "--history", History, .. options]);
        Assert.Equal(2, ran.ExitCode);
        Assert.Contains(why, ran.ErrorLine, StringComparison.Ordinal);
    }

    private static (int, string) Promtool(string metrics)
    {
        using var folder = new TempFolder();
        var ran = Ran.Command(["sh", "-c", $"promtool check metrics < {folder.File("metrics", metrics)}"]);
        return (ran.ExitCode, ran.Output + ran.Error);
    }

    private static double Figure(string metrics, string name, string label) => Figures(metrics, name, label).GetValueOrDefault("", double.NaN);

    /// <summary>By the slot; "" where there is none.</summary>
    private static Dictionary<string, double> Figures(string metrics, string name, string label)
    {
        var start = $"{name}{{family=\"{label}\"";
        var rests = metrics.Split('\n').Where(line => line.StartsWith(start, StringComparison.Ordinal)).Select(line => line[start.Length..].Split("} "));
        return rests.ToDictionary(
            rest => rest[0].Replace(",slot=", "", StringComparison.Ordinal).Trim('"'), rest => double.Parse(rest[1], CultureInfo.InvariantCulture));
    }

    private static long Rollup(int pid, string name) => 1024 * long.Parse(
        File.ReadLines($"/proc/{pid}/smaps_rollup").Single(line => line.StartsWith($"{name}:", StringComparison.Ordinal)).Split(' ')[^2],
        CultureInfo.InvariantCulture);
}
