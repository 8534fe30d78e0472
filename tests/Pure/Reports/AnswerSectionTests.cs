using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Reports.Explain;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports;

public sealed class AnswerSectionTests
{
    /// <summary>"That is -." stood below it.</summary>
    [Fact]
    public void What_is_only_not_as_it_was_meant_has_no_worth()
    {
        var finding = new Finding("cpython.collector-turned-on", "The collector was turned off, and something turned it on.", null, null, []);
        var diagnosis = Diagnosis.Of(MadeFamilies.Recording(MadeFamilies.Master())) with { Findings = [new DiagnosedFinding(finding, [], Preload: null)] };
        Assert.Equal((finding.Statement, null), AnswerSection.Said(diagnosis));
    }
}
