using Lowtide.Analysis.Diagnoses;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Explain;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What README shows is what the program shows.</summary>
public sealed class ReadmeTests
{
    private const string Picture = "docs/explain.svg";

    [Fact]
    public void Its_picture_is_explain_as_it_is_now()
    {
        var drawn = ScreenPicture.Of(
            "lowtide explain on Django under uWSGI",
            "sudo lowtide explain uwsgi",
            ShownScreen.InColour(console => TerminalReport.Show(ExplainReport.Of(Diagnosis.Of(MeasuredDjango.Recording), "uwsgi", details: false), console)));
        var file = Path.Combine(SourceTree.Root(), Picture);
        if (Environment.GetEnvironmentVariable("LOWTIDE_WRITE_GOLDEN") is not null)
            File.WriteAllText(file, drawn);
        Assert.True(File.Exists(file) && File.ReadAllText(file) == drawn,
            $"{Picture} is not what explain shows: LOWTIDE_WRITE_GOLDEN=$PWD tests/Pure/bin/Debug/net10.0/linux-x64/Lowtide.Tests.Pure -class '*ReadmeTests'");
        Assert.Contains($"]({Picture})", File.ReadAllText(Path.Combine(SourceTree.Root(), "README.md")), StringComparison.Ordinal);
    }
}
