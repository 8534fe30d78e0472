using Lowtide.Trials.Loads;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>On what hey 0.1.4 and wrk 4.1 really printed (fixtures/load) against a small server.</summary>
public sealed class LoadReportTests
{
    /// <summary>The rows were summed up by Python's statistics beforehand.</summary>
    [Theory]
    [InlineData("hey-csv", 40, 0, 1646.0905, 0.0003, 0.0051, 0.05)]
    [InlineData("hey-csv-status", 40, 4, 2985.0746, 0.0002, 0.008283, 0.05)]
    public void Heys_list_gives_every_request(string file, long requests, long errors, double rate, double p50, double p99, double slow)
    {
        var report = Read(file, slowSeconds: 0.005);
        Assert.Equal((requests, errors, null), (report.Requests, report.Errors, report.Unanswered));
        Assert.Equal(rate, report.RequestsPerSecond!.Value, 1e-3);
        Assert.Equal(p50, report.P50Seconds!.Value, 1e-9);
        Assert.Equal(p99, report.P99Seconds!.Value, 1e-9);
        Assert.Equal(slow, report.SlowShare);
        Assert.Null(Read(file).SlowShare);
    }

    [Theory]
    [InlineData("hey", 200, 0, 0, 6072.2427, 0.0002, 0.0034)]
    [InlineData("hey-status", 40, 4, 0, 8080.7542, 0.0002, null)] // hey prints "0% in 0.0000 secs" for a p99 of 40
    [InlineData("hey-dropped", 39, 1, 1, 3780.2353, 0.0004, null)]
    [InlineData("hey-refused", 0, 20, 20, null, null, null)] // it prints the rate of refusals
    [InlineData("wrk-latency", 9695, 0, 0, 9599.96, 0.000097, 0.10854)]
    [InlineData("wrk", 8219, 0, 0, 7944.66, null, null)]
    [InlineData("wrk-status", 8824, 882, 0, 8346.99, 0.000093, 0.07235)]
    [InlineData("wrk-dropped", 7491, 1249, 1249, 6772.28, 0.000197, 0.00696)]
    public void Summaries_are_read(
        string file, long requests, long errors, long unanswered, double? rate, double? p50, double? p99)
    {
        var report = Read(file, slowSeconds: 0.005);
        Assert.Equal((requests, errors, unanswered), (report.Requests, report.Errors, report.Unanswered));
        Assert.Equal(rate, report.RequestsPerSecond);
        Assert.Equal(p50, Rounded(report.P50Seconds));
        Assert.Equal(p99, Rounded(report.P99Seconds));
        Assert.Null(report.SlowShare);
    }

    [Fact]
    public void A_document_counts_before_what_was_printed() =>
        Assert.Equal(1994, LoadReport.Of(new LoadOutput("response-time,status-code\n0.5,200\n", [Text("lowtide-load")]), 0.25).Requests);

    /// <summary>Two halves of a load one after the other: answers and errors add up, latencies do not.</summary>
    [Fact]
    public void Of_several_loads_only_counts_add_up() => Assert.Equal(
        new LoadReport(2 * 1994, 12, null, null, null, null, 12, KeptUp: false) { Redirected = 0 },
        LoadReport.Of(new LoadOutput("", [Text("lowtide-load"), Text("lowtide-load")]), 0.25));

    /// <summary>To a login, say: a server does little for them. Of a summary nothing is known.</summary>
    [Fact]
    public void Redirects_are_counted()
    {
        Assert.Equal(2, LoadReport.Parse("response-time,status-code\n0.5,302\n0.5,301\n0.5,200\n0.5,404\n", null).Redirected);
        Assert.Null(LoadReport.Parse("response-time,offset\n0.5,0.1\n", null).Redirected);
        Assert.Null(Read("wrk").Redirected);
    }

    /// <summary>hey lists answers only: none at all is the one sign of a server that refuses.</summary>
    [Fact]
    public void A_list_without_a_row_is_no_answer() => Assert.Equal(0, Read("hey-csv-refused").Requests);

    [Theory]
    [InlineData("")]
    [InlineData("done\n")]
    [InlineData("100%|####| 3000/3000 [00:02<00:00]\n")]
    public void Of_other_output_nothing_is_read(string output) =>
        Assert.Equal(new LoadReport(null, null, null, null, null, null, null), LoadReport.Parse(output, 0.1));

    [Fact]
    public void Any_command_may_list_its_requests_in_heys_columns()
    {
        var report = LoadReport.Parse("starting\nresponse-time,status-code\r\n0.5,200\r\n1.5,503\r\nbye\n", slowSeconds: 1);
        Assert.Equal(new LoadReport(2, 1, null, 1.0, 1.49, 0.5, null) { Redirected = 0 }, report with { P99Seconds = Rounded(report.P99Seconds) });
    }

    /// <summary>What .NET takes for numbers but nobody measured, cut lines, more columns than named.</summary>
    [Fact]
    public void Odd_rows_are_left_out_and_everything_read_is_finite()
    {
        var report = LoadReport.Parse(
            "response-time,status-code,offset\nNaN,200,0\n1e999,200,0\n-1,200,0\n0.2,200,Infinity\n0.4,200,1\n0.3,20", 1);
        Assert.Equal(2, report.Requests);
        Assert.Equal(2 / 1.4, report.RequestsPerSecond!.Value, 1e-9);
        Assert.Null(LoadReport.Parse("Requests/sec: NaN\n", null).RequestsPerSecond);
    }

    /// <summary>With other output around it, as a command of several programs has.</summary>
    [Fact]
    public void Our_own_says_all()
    {
        var output = $"warming\n{Text("lowtide-load")}\ndone\n";
        var report = LoadReport.Parse(output, slowSeconds: 0.25);
        Assert.Equal(new LoadReport(1994, 6, 397.9, 0.00033, 0.0119, 0.003, 6, 400, false) { Redirected = 0 }, report with
        {
            RequestsPerSecond = Math.Round(report.RequestsPerSecond!.Value, 1),
            P50Seconds = Math.Round(report.P50Seconds!.Value, 5),
            P99Seconds = Math.Round(report.P99Seconds!.Value, 4),
        });
        Assert.Null(LoadReport.Parse(output, slowSeconds: 0.5).SlowShare);
        Assert.Null(LoadReport.FoundRate(output));
    }

    [Fact]
    public void A_found_rate_is_read()
    {
        Assert.Equal(16800, LoadReport.FoundRate(Text("lowtide-rate")));
        Assert.Null(LoadReport.FoundRate(Text("lowtide-rate").Replace("16800", "null")));
        Assert.Null(LoadReport.FoundRate("no rate"));
    }

    [Fact]
    public void Our_own_cut_short_says_nothing() =>
        Assert.Null(LoadReport.Parse(Text("lowtide-load")[..500], 0.25).Requests);

    private static double? Rounded(double? seconds) => seconds is { } known ? Math.Round(known, 9) : null;

    private static LoadReport Read(string file, double? slowSeconds = null) =>
        LoadReport.Parse(Text(file), slowSeconds);

    private static string Text(string file) => File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "fixtures", "load", $"{file}.txt"));
}
