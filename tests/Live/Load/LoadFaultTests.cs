using System.Diagnostics;
using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Load;

/// <summary>Servers that go wrong, wrong calls and Ctrl-C: counted, said in one line, and ended in bounded time.</summary>
public sealed class LoadFaultTests
{
    private static readonly string[] Short = ["--rate", "500", "-n", "100"];

    [Fact]
    public void Nobody_listens()
    {
        var ran = Ran.Lowtide("load", "http://127.0.0.1:1/", "--rate", "5");
        Assert.Equal((1, "", "lowtide: no server at http://127.0.0.1:1 (Connection refused): start it first"), (ran.ExitCode, ran.Output, ran.ErrorLine));
    }

    [Fact]
    public void A_plain_server_speaks_no_tls()
    {
        using var server = new LoadedServer();
        var ran = Ran.Lowtide("load", server.Url.Replace("http://", "https://"), "--rate", "5", "-n", "1");
        Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
        Assert.Contains("speaks no TLS", ran.ErrorLine);
    }

    [Fact]
    public void Only_errors()
    {
        using var server = new LoadedServer("errors");
        var (ran, measured) = server.Measure(Short);
        Assert.Equal(
            (1, "lowtide: 100 of 100 requests ended in an error: 100 of status 500, the first such answer begins 'served /'"), (ran.ExitCode, ran.ErrorLine));
        Assert.Equal((100, 100, 0), Counts(measured));
        Assert.Equal(0, server.Load([.. Short, "--expect-status", "500"]).ExitCode);
        Assert.Contains("no rate can be found: 64 of 64 requests ended in an error (64 of status 500, ", server.Load("-n", "100").ErrorLine);
    }

    /// <summary>
    /// That a server may close a connection between two requests is HTTP (RFC 9112, 9.3.1), and no error where it is seen before the next is sent. At worst
    /// every fourth request is on its way then.
    /// </summary>
    [Fact]
    public void Connections_that_are_closed_between_requests()
    {
        using var server = new LoadedServer("closes", "3");
        var (ran, measured) = server.Measure("--rate", "500", "-n", "300", "-c", "1");
        var (answered, errors, unanswered) = Counts(measured);
        Assert.Equal((300, errors), (answered + unanswered, unanswered));
        Assert.InRange(answered, 225, 300);
        Assert.Equal(errors == 0 ? 0 : 1, ran.ExitCode);
        Assert.Equal(answered, server.Counts().Paths["/"]);
        // And one for each request, until it is known that the first stays open.
        Assert.InRange(server.Counts().Connections, (answered + 2) / 3, ((answered + 2) / 3) + 100);
    }

    /// <summary>As uWSGI's http-socket does, and says so nowhere: under more load than it bears, 208 of 1,500 requests were reset behind an answer.</summary>
    [Theory]
    [InlineData]
    [InlineData("--no-keep-alive")]
    public void Connections_that_are_all_closed_behind_their_answer(params string[] options)
    {
        using var server = new LoadedServer("closes", "1");
        var (ran, measured) = server.Measure([.. options, "--rate", "5000", "-n", "2000", "-c", "8"]);
        Assert.True(ran.ExitCode == 0, ran.Error);
        Assert.Equal((2000, 0, 0), Counts(measured));
        Assert.Equal(2000, server.Counts().Connections);
    }

    /// <summary>.NET sends what was dropped again, up to three times, and the server's every tenth became "no errors".</summary>
    [Theory]
    [InlineData("GET", "1")]
    [InlineData("GET", "8")]
    [InlineData("POST", "8")]
    public void What_the_server_drops_is_sent_once_and_counted(string method, string connections)
    {
        using var server = new LoadedServer("drops", "10");
        var (ran, measured) = server.Measure("--rate", "500", "-n", "500", "-c", connections, "--method", method);
        Assert.Equal((1, (450, 50, 50)), (ran.ExitCode, Counts(measured)));
        Assert.Equal(500, server.Counts().Paths["/"]);
        Assert.Equal(
            [("the connection was closed before an answer began", 50)],
            measured.GetProperty("failures").EnumerateArray().Select(one => (one.GetProperty("why").GetString()!, one.GetProperty("count").GetInt32())));
        Assert.EndsWith("50 without an answer: the connection was closed before an answer began", ran.ErrorLine);
    }

    /// <summary>What is not answered is slower than all that is: no quantile may leave it out.</summary>
    [Fact]
    public void No_answer_at_all()
    {
        using var server = new LoadedServer("silent");
        var (ran, measured) = server.Measure("--rate", "100", "-n", "50", "--timeout", "0.5", "-c", "10", "--slow", "9");
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("no answer within 0.5 s", ran.ErrorLine);
        Assert.Equal((0, 50, 50), Counts(measured));
        Assert.Equal(JsonValueKind.Null, measured.GetProperty("latency").GetProperty("p50_seconds").ValueKind);
        Assert.Equal(JsonValueKind.Null, measured.GetProperty("requests_per_second").ValueKind);
        Assert.Equal((50, false), (measured.GetProperty("slow_requests").GetInt32(), measured.GetProperty("kept_up").GetBoolean()));
    }

    [Fact]
    public void Answers_that_are_cut_short()
    {
        using var server = new LoadedServer("short");
        var (ran, measured) = server.Measure(Short);
        Assert.Equal((1, (0, 100, 100)), (ran.ExitCode, Counts(measured)));
    }

    [Fact]
    public void What_is_no_http_is_quoted_without_its_escapes()
    {
        using var server = new LoadedServer("gibberish");
        var ran = server.Load(Short);
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("no HTTP", ran.ErrorLine);
        Assert.DoesNotContain('\u001b', ran.Output + ran.Error);
    }

    [Fact]
    public void A_server_that_dies_half_way()
    {
        using var server = new LoadedServer("dies", "51");
        var (ran, measured) = server.Measure("--rate", "200", "-n", "100", "-c", "1");
        Assert.Equal((1, (50, 50, 50)), (ran.ExitCode, Counts(measured)));
        Assert.Contains("Connection refused", ran.ErrorLine);
        Assert.Equal(JsonValueKind.Null, measured.GetProperty("latency").GetProperty("p90_seconds").ValueKind);
        Assert.Equal(JsonValueKind.Number, measured.GetProperty("latency").GetProperty("p50_seconds").ValueKind);
        Assert.Equal(JsonValueKind.Number, measured.GetProperty("answered_latency").GetProperty("p90_seconds").ValueKind);
    }

    /// <summary>A connection that is gone by the time that .NET asks for its other end is no bug, but a request that failed.</summary>
    [Fact]
    public void A_server_that_resets_each_connection()
    {
        using var server = new LoadedServer("resets");
        var (ran, measured) = server.Measure("--rate", "1000", "-n", "3000", "-c", "8");
        Assert.Equal((1, (0, 3000, 3000)), (ran.ExitCode, Counts(measured)));
    }

    [Theory]
    [InlineData("--rate takes", "--rate", "0")]
    [InlineData("--rate takes", "--rate", "1000000")]
    [InlineData("--rate takes", "--rate", "NaN")]
    [InlineData("-n takes", "-n", "0")]
    [InlineData("give one of them", "-n", "5", "-d", "5s")]
    [InlineData("cannot read the file of --body", "--body", "/no/such/file")]
    [InlineData("--path takes", "--path", "shop")]
    [InlineData("--path takes", "--path", "0:/shop")]
    [InlineData("--path takes", "--path", "//elsewhere/shop")]
    [InlineData("--header takes", "--header", "no colon")]
    [InlineData("--header takes", "--header", "A: b\r\nC: d")]
    [InlineData("--method takes", "--method", "GET /")]
    [InlineData("--connections takes", "--connections", "0")]
    [InlineData("--timeout takes", "--timeout", "0")]
    [InlineData("--slow takes", "--slow", "0")]
    [InlineData("--expect-status takes", "--expect-status", "20")]
    [InlineData("leave --rate out", "--find-rate", "--rate", "5")]
    public void A_wrong_call_sends_nothing(string why, params string[] options)
    {
        using var server = new LoadedServer();
        var ran = server.Load(options);
        Assert.Equal((Failure.WrongCall, ""), (ran.ExitCode, ran.Output));
        Assert.Contains(why, ran.ErrorLine);
        Assert.Empty(server.Counts().Paths);
    }

    [Theory]
    [InlineData("not a loopback address", "http://192.0.2.1/")]
    [InlineData("takes an address such as", "127.0.0.1:80")]
    [InlineData("takes an address such as", "ftp://127.0.0.1/")]
    [InlineData("password in the URL", "http://me:secret@127.0.0.1/")]
    public void Another_machine_is_not_loaded_by_mistake(string why, string url)
    {
        var ran = Ran.Lowtide("load", url, "--rate", "1", "-n", "1");
        Assert.Equal(Failure.WrongCall, ran.ExitCode);
        Assert.Contains(why, ran.ErrorLine);
    }

    /// <summary>Interrupted when the server has seen some requests of many.</summary>
    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    public async Task A_signal_shows_what_was_measured(string signal, int exitCode)
    {
        using var server = new LoadedServer();
        var (ended, output, error) = await Signalled(server, signal, "--rate", "200", "-n", "1000000", "--json");
        Assert.Equal(exitCode, ended);
        Assert.Matches(@"^lowtide: stopped after \d+ of 1000000 requests\n$", error);
        Schemas.MustHold(output);
        var measured = JsonDocument.Parse(output).RootElement;
        Assert.True(measured.GetProperty("stopped").GetBoolean());
        Assert.InRange(measured.GetProperty("answered").GetInt32(), 19, server.Counts().Paths["/"]);
        Assert.Equal(0, measured.GetProperty("errors").GetInt32());
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    public async Task A_signal_ends_the_search_for_a_rate(string signal, int exitCode)
    {
        using var server = new LoadedServer();
        var (ended, output, _) = await Signalled(server, signal, "--find-rate", "--json");
        Assert.Equal((exitCode, ""), (ended, output));
    }

    private static async Task<(int ExitCode, string Output, string Error)> Signalled(LoadedServer server, string signal, params string[] options)
    {
        var start = new ProcessStartInfo("env", [$"--default-signal={signal}", Built.Lowtide, "load", server.Url, .. options])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var load = Process.Start(start)!;
        var (output, error) = (load.StandardOutput.ReadToEndAsync(), load.StandardError.ReadToEndAsync());
        while (server.Counts().Paths.GetValueOrDefault("/") < 20 && !load.HasExited)
            await Task.Delay(5);
        Assert.Equal(0, Ran.Command(["kill", $"-{signal}", $"{load.Id}"]).ExitCode);
        await load.WaitForExitAsync().WaitAsync(TimeSpan.FromSeconds(60));
        return (load.ExitCode, await output, await error);
    }

    private static (int Answered, int Errors, int Unanswered) Counts(JsonElement measured) => (
        measured.GetProperty("answered").GetInt32(), measured.GetProperty("errors").GetInt32(), measured.GetProperty("unanswered").GetInt32());
}
