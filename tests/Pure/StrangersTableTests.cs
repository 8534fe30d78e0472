using System.Diagnostics;
using System.Globalization;

namespace Lowtide.Tests.Pure;

/// <summary>What the scoreboard of studies/strangers calls held, from results that were made up; sizes in MiB of a family of 100.</summary>
public sealed class StrangersTableTests : IDisposable
{
    private readonly TempFolder _results = new();

    public void Dispose() => _results.Dispose();

    [Theory]
    [InlineData(10, 20, 15, "better", "yes")]
    [InlineData(10, 20, 21, "better", "NO")]
    [InlineData(10, 20, 9, "better", "NO")]
    [InlineData(0, 8, -6, "worse", "NO")]
    public void A_promise_holds_where_what_came_lies_in_it(double low, double high, double came, string verdict, string held)
    {
        Write("one", Explained("\"malloc.arena-max-2\""), Arm("malloc.arena-max-2", came, came - 1, came + 1, verdict, Range(low, high)));
        var lines = Table("one");
        Assert.Matches($@"^one +100 +malloc\.arena-max-2 +{low} to {high} +{high - low}% +{came} \({came - 1} to {came + 1}\) +{verdict} +{held}$", lines[1]);
        Assert.Equal(
            $"{(held == "yes" ? 1 : 0)} of 1 held, 0 unclear, median width {high - low}% of the memory; "
                + $"{(verdict == "worse" ? 1 : 0)} first suggestions made it worse",
            lines[^1]);
    }

    /// <summary>Nothing offered is right where no arm gains a twentieth, wrong where one surely does.</summary>
    [Theory]
    [InlineData(1, -1, 3, 2, 1, 4, "yes")]
    [InlineData(1, -1, 3, 8, 6, 9, "NO")]
    [InlineData(1, -1, 3, 4, 2, 6, "unclear")]
    [InlineData(8, 6, 9, 4, 2, 6, "NO")]
    public void Nothing_offered_holds_where_nothing_is_gained(
        double first, double firstLow, double firstHigh, double second, double secondLow, double secondHigh, string held)
    {
        Write("one", Explained("null"), Arm("freeze", first, firstLow, firstHigh, "undecided"), Arm("arenas", second, secondLow, secondHigh, "undecided"));
        var lines = Table("one");
        Assert.StartsWith("one ", lines[1], StringComparison.Ordinal);
        Assert.EndsWith($" {held}", lines[1], StringComparison.Ordinal);
        Assert.Equal($"{(held == "yes" ? 1 : 0)} of 1 held, {(held == "unclear" ? 1 : 0)} unclear; 0 first suggestions made it worse", lines[^1]);
    }

    /// <summary>What explain says of preloading is its first suggestion where no remedy is.</summary>
    [Theory]
    [InlineData(30, 1, "yes")]
    [InlineData(70, 1, "NO")]
    [InlineData(30, 9, "NO")]
    public void Preloading_is_held_against_what_was_said_of_it(double came, double freeze, string held)
    {
        Write(
            "one",
            Explained("null", $$"""
                {"id": "fork.not-preloaded", "evidence": [
                    {"name": "preload_low_bytes", "value": {{Bytes(20)}} }, {"name": "preload_high_bytes", "value": {{Bytes(60)}} }]}
                """),
            Arm("freeze", freeze, freeze - 1, freeze + 1, "undecided"), Arm("preload", came, came - 1, came + 1, "better"));
        Assert.Matches($" try preloading +20 to 60 +40% .* better +{held}$", Table("one")[1]);
    }

    private void Write(string name, string explain, params string[] arms) => _results.File($"{name}.json", $$"""
        {"name": "{{name}}", "explain": {{explain}}, "trial": {
            "runs": [{"arm": "baseline", "metrics": {"pss_bytes": {{Bytes(100)}} } }], "arms": [{{string.Join(", ", arms)}}] } }
        """);

    private static string Explained(string first, string finding = "") => $$"""{"first_remedy": {{first}}, "findings": [{{finding}}]}""";

    private static string Arm(string name, double came, double low, double high, string verdict, string predicted = "null") => $$"""
        {"name": "{{name}}", "predicted_saving_bytes": {{predicted}}, "metrics": [{"name": "pss_bytes", "verdict": "{{verdict}}"}],
         "measured_saving_bytes": {"estimate": {{Bytes(came)}}, "low": {{Bytes(low)}}, "high": {{Bytes(high)}} } }
        """;

    private static string Range(double low, double high) => $$"""{"low": {{Bytes(low)}}, "high": {{Bytes(high)}} }""";

    private static string Bytes(double mib) => (mib * (1 << 20)).ToString("0", CultureInfo.InvariantCulture);

    private string[] Table(string name)
    {
        var start = new ProcessStartInfo(Path.Combine(SourceTree.Root(), "studies", "strangers", "run"), ["--table", name])
        {
            RedirectStandardOutput = true, UseShellExecute = false,
        };
        start.Environment["STRANGERS_RESULTS"] = _results.Path;
        using var table = Process.Start(start)!;
        var lines = table.StandardOutput.ReadToEnd().TrimEnd('\n').Split('\n');
        table.WaitForExit();
        Assert.Equal(0, table.ExitCode);
        return lines;
    }
}
