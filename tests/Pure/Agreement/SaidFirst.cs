using Lowtide.Analysis.Agreement;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Reports.Explain;
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
        foreach (var about in new[] { screen.About, report.About })
            if (said is null)
                Assert.DoesNotContain(about, line => line.StartsWith("Careful", StringComparison.Ordinal));
            else
                Assert.StartsWith(
                    $"Careful: {said}", Assert.Single(about, line => line.StartsWith("Careful", StringComparison.Ordinal)), StringComparison.Ordinal);
        // Both figures, whether they agree or not.
        Assert.Equal(figures, ExplainDocument.Of(Diagnosis.Of(recording)).Agreements);
    }
}
