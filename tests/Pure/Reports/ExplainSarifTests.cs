using System.Text.Json;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Reports.Explain;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>Findings as SARIF; what its readers demand is held by PipelineValidatorsTests.</summary>
public sealed class ExplainSarifTests
{
    public static TheoryData<string> Names => new(Gallery.Explained.Keys);

    [Theory, MemberData(nameof(Names))]
    public void Each_finding_is_a_result_of_its_rule(string name)
    {
        var diagnosis = Diagnosis.Of(Gallery.Explained[name]);
        var run = JsonDocument.Parse(ExplainSarif.Text(diagnosis, "app.py")).RootElement.GetProperty("runs")[0];
        var rules = run.GetProperty("tool").GetProperty("driver").GetProperty("rules").EnumerateArray()
            .Select(rule => rule.GetProperty("id").GetString()).ToList();
        var results = run.GetProperty("results").EnumerateArray().ToList();
        Assert.Equal(diagnosis.Findings.Select(found => found.Finding.Id), results.Select(result => result.GetProperty("ruleId").GetString()));
        Assert.All(results, result => Assert.Equal(result.GetProperty("ruleId").GetString(), rules[result.GetProperty("ruleIndex").GetInt32()]));
        Assert.Equal(rules.Distinct(), rules);
        Assert.All(results.Zip(diagnosis.Findings), each =>
        {
            Assert.Equal(diagnosis.Large.Contains(each.Second) ? "warning" : "note", each.First.GetProperty("level").GetString());
            Assert.StartsWith(each.Second.Finding.Statement[..20], each.First.GetProperty("message").GetProperty("text").GetString());
        });
        var fingerprints = results.Select(result => result.GetProperty("partialFingerprints").GetProperty("primaryLocationLineHash").GetString()).ToList();
        Assert.Equal(fingerprints.Distinct(), fingerprints);
    }

    [Fact]
    public void A_hostile_name_stays_text()
    {
        var text = ExplainSarif.Text(Diagnosis.Of(Gallery.Explained["hostile-name"]), "app.py");
        Assert.DoesNotContain('\u001b', text);
        Assert.DoesNotContain("\\u001b", text, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public void Some_of_the_gallery_have_findings() =>
        Assert.Contains(Gallery.Explained.Values, recording => FindingRules.Examine(recording).Findings.Count > 1);
}
