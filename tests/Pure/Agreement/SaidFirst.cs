using Lowtide.Analysis.Agreement;
using Lowtide.Analysis.Comparison;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Reports.Compare;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Ps;
using Lowtide.Reports.Report;

namespace Lowtide.Tests.Pure.Agreement;

/// <summary>What stands at the top of the screen and of a report where what was read is not what others count.</summary>
internal static class SaidFirst
{
    /// <param name="said">The beginning of the one sentence; null where all must agree.</param>
    public static void Of(Recording recording, string? said)
    {
        var figures = Agreements.Of(recording);
        Assert.NotEmpty(figures);
        Assert.Equal(said is null, figures.All(figure => figure.Holds));
        var screen = ExplainReport.Of(Diagnosis.Of(recording), "x", details: false);
        var report = WholeReport.Of(ReportMaterial.Of([("x.lowtide", recording)], []));
        var comparison = FamilyComparison.Of(recording, recording);
        var compared = CompareReport.Of(comparison, "a", "b", details: false).About
            .Where(line => line.StartsWith("A: Careful", StringComparison.Ordinal)).Select(line => line["A: ".Length..]).ToList();
        foreach (var about in new[] { screen.About, report.About, compared })
            if (said is null)
                Assert.DoesNotContain(about, line => line.StartsWith("Careful", StringComparison.Ordinal));
            else
                Assert.StartsWith(
                    $"Careful: {said}", Assert.Single(about, line => line.StartsWith("Careful", StringComparison.Ordinal)), StringComparison.Ordinal);
        // Both figures, whether they agree or not.
        Assert.Equal(figures, ExplainDocument.Of(Diagnosis.Of(recording)).Agreements);
        Assert.Equal(figures, Assert.Single(report.Sources).Agreements);
        Assert.Equal(figures, CompareDocument.Of(comparison, "a", "b").B.Agreements);
        var look = PsDocument.Of(new PsSnapshot(DateTimeOffset.UnixEpoch, [recording.Latest], 0, []));
        Assert.Equal(Agreements.Of(recording.Latest, trace: null), Assert.Single(look.Families).Agreements);
    }
}
