using System.Text.Json;
using System.Xml.Linq;
using Lowtide.Reports.Trials;
using Lowtide.Trials;
using Lowtide.Trials.Results;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>What a pipeline gets told of requirements: JUnit's XML and SARIF. What their readers demand is held by PipelineValidatorsTests.</summary>
public sealed class RequirementReportsTests
{
    private const string Hostile = "]]><b>\u001b[31m\0\u0085\ufffe\u202e&quot;\"'\ud800";

    [Fact]
    public async Task One_that_holds_is_a_test_that_passed_and_no_result()
    {
        var (junit, sarif) = await OfAsync(0.8, "better:pss_bytes");
        var test = Assert.Single(junit.Descendants("testcase"));
        Assert.Equal(("server", "better:pss_bytes@malloc.arena-max-2"), (test.Attribute("classname")!.Value, test.Attribute("name")!.Value));
        Assert.Contains("saves 20 MiB of memory (20.0%)", test.Element("system-out")!.Value);
        Assert.All(junit.Descendants("testsuites").Concat(junit.Descendants("testsuite")), suite =>
            Assert.Equal(("1", "0"), (suite.Attribute("tests")!.Value, suite.Attribute("failures")!.Value)));
        Assert.Empty(Results(sarif));
        Assert.Equal("better:pss_bytes", Rules(sarif)[0].GetProperty("id").GetString());
    }

    [Fact]
    public async Task One_that_is_refuted_is_a_failure_and_an_error()
    {
        var (junit, sarif) = await OfAsync(1.2, "better:pss_bytes");
        var failure = Assert.Single(junit.Descendants("failure"));
        Assert.Equal(
            ("worse", "required better:pss_bytes@malloc.arena-max-2, but it came out worse"),
            (failure.Attribute("type")!.Value, failure.Attribute("message")!.Value));
        Assert.Contains("Measured in 6 pairs: memory (PSS) +20.0% (interval +20.0 to +20.0%, margin 1%).", failure.Value);
        Assert.Contains("Predicted ", failure.Value);
        Assert.StartsWith(failure.Attribute("message")!.Value, failure.Value); // GitLab shows no message
        Assert.Equal("error", Assert.Single(Results(sarif)).GetProperty("level").GetString());
    }

    /// <summary>It fails the build, so that no reader may be told that it was skipped.</summary>
    [Fact]
    public async Task One_that_is_unclear_is_a_failure_too_and_a_warning()
    {
        var (junit, sarif) = await OfAsync(0.8, "better:pss_bytes", pairs: 2);
        Assert.Equal("undecided", Assert.Single(junit.Descendants("failure")).Attribute("type")!.Value);
        Assert.Empty(junit.Descendants("skipped"));
        Assert.Contains("no interval from so few pairs", junit.Descendants("failure").Single().Value);
        var result = Assert.Single(Results(sarif));
        Assert.Equal("warning", result.GetProperty("level").GetString());
        Assert.Contains("about 6 pairs would decide it (--pairs 6)", result.GetProperty("message").GetProperty("text").GetString());
    }

    /// <summary>By the interval's end, whatever the verdict: "came out undecided" beside "holds" would be a riddle.</summary>
    [Fact]
    public async Task Not_worse_holds_by_the_interval()
    {
        var (junit, _) = await OfAsync(
            new((arm, _, start) => MadeTrials.Run(arm, 100 * MadeTrials.MiB * (arm.IsBaseline ? 1 + (0.02 * (start % 3)) : 0.99))),
            MadeTrials.Plan(), "not-worse:pss_bytes");
        Assert.StartsWith(
            "not-worse:pss_bytes@malloc.arena-max-2 holds: it is worse by no more than the margin", junit.Descendants("system-out").Single().Value);
    }

    [Fact]
    public async Task What_no_run_gave_is_a_failure_without_a_figure()
    {
        var (junit, _) = await OfAsync(0.8, "not-worse:gc_pause_share");
        Assert.Equal("not measured", Assert.Single(junit.Descendants("failure")).Attribute("type")!.Value);
        Assert.Contains("No run gave time in GC pauses, of 6 pairs.", junit.Descendants("failure").Single().Value);
    }

    /// <summary>GitLab leaves out the second test of a name.</summary>
    [Fact]
    public async Task Each_arm_is_a_test_of_its_own_and_each_demand_one_rule()
    {
        var plan = MadeTrials.Plan(pairs: 8) with { Arms = [MadeTrials.Setting("lean"), MadeTrials.Setting("fat")] };
        var (junit, sarif) = await OfAsync(
            new((arm, _, _) => MadeTrials.Run(arm, arm.Name switch { "lean" => 80, "fat" => 120, _ => 100 } * MadeTrials.MiB)),
            plan, "better:pss_bytes,better:pss_bytes@fat,not-worse:ready_seconds@lean");
        Assert.Equal(
            ["better:pss_bytes@lean", "better:pss_bytes@fat", "not-worse:ready_seconds@lean"],
            junit.Descendants("testcase").Select(test => test.Attribute("name")!.Value));
        Assert.Equal(["better:pss_bytes", "not-worse:ready_seconds"], Rules(sarif).Select(rule => rule.GetProperty("id").GetString()));
        var result = Assert.Single(Results(sarif));
        Assert.Equal(("better:pss_bytes", 0), (result.GetProperty("ruleId").GetString(), result.GetProperty("ruleIndex").GetInt32()));
        Assert.Equal(
            "server/fat",
            result.GetProperty("locations")[0].GetProperty("logicalLocations")[0].GetProperty("fullyQualifiedName").GetString());
    }

    /// <summary>Figures differ from trial to trial; the alert stays one.</summary>
    [Fact]
    public async Task The_same_has_the_same_fingerprint_and_another_has_another()
    {
        var worse = Fingerprint((await OfAsync(1.2, "better:pss_bytes")).Sarif);
        Assert.Equal(worse, Fingerprint((await OfAsync(1.3, "better:pss_bytes", pairs: 7)).Sarif));
        Assert.NotEqual(worse, Fingerprint((await OfAsync(1.2, "better:private_bytes")).Sarif));

        static string? Fingerprint(JsonElement sarif) =>
            Assert.Single(Results(sarif)).GetProperty("partialFingerprints").GetProperty("primaryLocationLineHash").GetString();
    }

    /// <summary>XML cannot hold most control characters at all: one of them, and no reader takes the file.</summary>
    [Fact]
    public async Task No_text_breaks_a_document()
    {
        var plan = MadeTrials.Plan() with { Arms = [MadeTrials.Setting(Hostile)] };
        var (junit, sarif) = await OfAsync(new((arm, _, _) => MadeTrials.Run(arm, (arm.IsBaseline ? 100 : 120) * MadeTrials.MiB)), plan, "better:pss_bytes");
        var shown = "better:pss_bytes@]]><b>?[31m????&quot;\"'\ufffd";
        Assert.Equal(shown, Assert.Single(junit.Descendants("testcase")).Attribute("name")!.Value);
        Assert.Contains(shown, junit.Descendants("failure").Single().Value);
        Assert.Contains(shown, Assert.Single(Results(sarif)).GetProperty("message").GetProperty("text").GetString());
    }

    private static Task<(XDocument JUnit, JsonElement Sarif)> OfAsync(double ratio, string require, int pairs = 6) => OfAsync(
        new((arm, _, _) => MadeTrials.Run(arm, (arm.Remedies.Count > 0 ? 100 * ratio : 100) * MadeTrials.MiB)), MadeTrials.Plan(pairs: pairs), require);

    private static async Task<(XDocument JUnit, JsonElement Sarif)> OfAsync(MadeUpServers servers, TrialPlan plan, string require)
    {
        var result = await MadeTrials.Trial(plan, servers).RunAsync(default);
        var requirements = Requirement.ParseAll(require, plan);
        return (
            XDocument.Parse(RequirementsJUnit.Text(result, requirements)),
            JsonDocument.Parse(RequirementsSarif.Text(result, requirements, "app.py")).RootElement);
    }

    private static List<JsonElement> Results(JsonElement sarif) => [.. sarif.GetProperty("runs")[0].GetProperty("results").EnumerateArray()];

    private static List<JsonElement> Rules(JsonElement sarif) =>
        [.. sarif.GetProperty("runs")[0].GetProperty("tool").GetProperty("driver").GetProperty("rules").EnumerateArray()];
}
