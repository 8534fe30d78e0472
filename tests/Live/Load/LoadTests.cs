using System.Globalization;
using System.Text.Json;

namespace Lowtide.Tests.Live.Load;

/// <summary><c>lowtide load</c> against a server that counts what it gets.</summary>
public sealed class LoadTests
{
    /// <summary>
    /// The server does nothing for 1.5 s at the 200th of 1,000 requests, due every 2 ms: 750 are due meanwhile, and the slowest
    /// tenth of them waits for more than 1.35 s. A closed loop sees as many slow requests as it has connections.
    /// </summary>
    [Fact]
    public void A_stall_is_in_every_request_that_was_due_meanwhile()
    {
        using var server = new LoadedServer("stalls", "200", "1.5");
        var (ran, measured) = server.Measure("--rate", "500", "-n", "1000", "--connections", "8", "--slow", "0.75");
        Assert.True(ran.ExitCode == 0, ran.Error);
        Assert.Equal(1000, server.Counts().Paths["/"]);
        Assert.Equal((1000, 0), (Count(measured, "answered"), Count(measured, "errors")));
        var latency = measured.GetProperty("latency");
        Assert.InRange(latency.GetProperty("p99_seconds").GetDouble(), 1.35, 30);
        Assert.InRange(latency.GetProperty("max_seconds").GetDouble(), 1.45, 30);
        Assert.InRange(measured.GetProperty("slow_share").GetDouble(), 0.3, 1);
        Assert.InRange(Count(measured, "waited_for_connection"), 500, 1000);
    }

    /// <summary>The same stall, a request a line, in order of when each was due.</summary>
    [Fact]
    public void Each_request_is_a_line_of_the_log_and_no_file_is_written_over()
    {
        using var folder = new TempFolder();
        using var server = new LoadedServer("stalls", "200", "1.5");
        var log = folder.File("requests.csv");
        var ran = server.Load("--rate", "500", "-n", "1000", "--connections", "8", "--log", log);
        Assert.True(ran.ExitCode == 0, ran.Error);
        var lines = File.ReadAllLines(log);
        Assert.Equal("start,seconds,status", lines[0]);
        var requests = lines.Skip(1).Select(line => line.Split(',')).Select(each => (
            Start: Number(each[0]), Seconds: Number(each[1]), Status: each[2])).ToList();
        Assert.Equal(1000, requests.Count);
        Assert.Equal(1.998, requests[^1].Start - requests[0].Start, 4);
        Assert.All(requests, request => Assert.Equal("200", request.Status));
        Assert.InRange(requests.Count(request => request.Seconds > 0.75), 300, 1000);
        var again = server.Load("--rate", "500", "-n", "10", "--log", log);
        Assert.Equal((2, 1001), (again.ExitCode, File.ReadAllLines(log).Length));
        Assert.Contains("exists already", again.ErrorLine, StringComparison.Ordinal);

        static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
    }

    [Fact]
    public void Every_request_is_sent_once_by_its_weight_over_all_connections()
    {
        using var server = new LoadedServer();
        var (ran, measured) = server.Measure(
            "--rate", "2000", "-n", "1000", "--path", "3:/a?x=1", "--path", "/b", "-c", "16", "--warm", "100", "--expect-body", "served /");
        Assert.True(ran.ExitCode == 0, ran.Error);
        var (paths, connections) = server.Counts();
        Assert.Equal(new Dictionary<string, int> { ["/a?x=1"] = 825, ["/b"] = 275 }, paths);
        // Until it is known that the server keeps them open, each request has its own: a twentieth of a second, more on a busy machine.
        Assert.InRange(connections, 16, 16 + 400);
        Assert.Equal([750, 250], measured.GetProperty("paths").EnumerateArray().Select(path => Count(path, "requests")));
        Assert.Equal(1000, Count(measured, "answered"));
    }

    [Fact]
    public void A_connection_for_each_request_where_asked_for()
    {
        using var server = new LoadedServer();
        Assert.Equal(0, server.Load("--rate", "500", "-n", "50", "--no-keep-alive").ExitCode);
        Assert.Equal(50, server.Counts().Connections);
    }

    [Fact]
    public void The_body_and_the_method_arrive_and_the_answer_is_checked()
    {
        using var folder = new TempFolder();
        using var server = new LoadedServer();
        var body = folder.File("body", "what is asked");
        Assert.Equal(0, server.Load("--rate", "500", "-n", "20", "--body", body, "--expect-body", "served / what is asked").ExitCode);
        var (ran, measured) = server.Measure("--rate", "500", "-n", "20", "--body", body, "--expect-body", "another");
        Assert.Equal((1, "lowtide: 20 of 20 requests ended in an error: 20 without the text of --expect-body, "
            + "the first such answer begins 'served / what is asked'"), (ran.ExitCode, ran.ErrorLine));
        Assert.Equal((20, 20, 20), (Count(measured, "answered"), Count(measured, "errors"), Count(measured, "wrong_body")));
    }

    /// <summary>50 a second at most, of 100: it is as late again as the schedule is long, and on a busy machine later.</summary>
    [Fact]
    public void What_was_offered_and_not_served_is_said()
    {
        using var server = new LoadedServer("slow", "0.02");
        var told = server.Load("--rate", "100", "-n", "250", "--timeout", "60");
        Assert.Equal(0, told.ExitCode);
        Assert.Matches(@"offered 100/s, served [1-5]\d?(\.\d)?/s; it ended \d\d?\.\d\d s after the last request was due", told.Output);
        Assert.Contains("The server did not keep up with this rate: its latencies are mostly the time spent in a queue", told.Output);
        Assert.Contains("With so few requests P99.9 is just the slowest one.", told.Output);
        Assert.DoesNotContain("not given the CPU", told.Output);
    }

    /// <summary>A server of one thread that needs 4 ms a request cannot answer more than 250/s, and answers some tenths of that easily.</summary>
    [Fact]
    public void The_rate_that_is_found_is_one_that_the_server_can_hold()
    {
        using var server = new LoadedServer("slow", "0.004");
        var ran = server.Load("--find-rate", "--json");
        Assert.True(ran.ExitCode == 0, ran.Error);
        Schemas.MustHold(ran.Output);
        var found = JsonDocument.Parse(ran.Output).RootElement.GetProperty("found_rate");
        Assert.InRange(found.GetProperty("capacity_rate").GetDouble(), 10, 251);
        Assert.InRange(found.GetProperty("held_rate").GetDouble(), 1, found.GetProperty("capacity_rate").GetDouble());
        Assert.Equal(0.7 * found.GetProperty("held_rate").GetDouble(), found.GetProperty("rate").GetDouble(), 0.5);
    }

    [Fact]
    public void It_is_readable_in_a_pipe_of_eighty_columns()
    {
        using var server = new LoadedServer();
        var ran = server.Load("--rate", "1000", "-n", "100", "--path", "/a", "--path", "/b", "--slow", "5");
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        Assert.Contains("100 answered in ", ran.Output);
        Assert.Contains("no errors", ran.Output);
        Assert.Contains("Slow: 0 requests (0.00%) took longer than 5 s.", ran.Output);
        Assert.DoesNotContain('\u001b', ran.Output);
    }

    private static int Count(JsonElement element, string name) => element.GetProperty(name).GetInt32();
}
