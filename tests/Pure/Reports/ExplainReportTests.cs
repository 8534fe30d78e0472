using Lowtide.Analysis.Breakdown;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Explain;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>Whoever reads the first lines of a diagnosis knows what is wrong, what it is worth and what to type.</summary>
public sealed class ExplainReportTests
{
    private const int Width = 100, MostLines = 25;

    public static TheoryData<string> Names => new(Gallery.Explained.Keys);

    [Theory, MemberData(nameof(Names))]
    public void It_fits_a_screen_and_begins_with_the_answer(string name)
    {
        var diagnosis = Diagnosis.Of(Gallery.Explained[name]);
        var lines = Shown(diagnosis, details: false).Split('\n');
        Assert.True(lines.Length is >= 4 and <= MostLines, string.Join('\n', lines));
        var answer = diagnosis.Answer.Leading?.Finding.Statement ?? "Nothing ";
        var at = Array.FindIndex(lines, line => line.StartsWith(answer.Split(' ')[0], StringComparison.Ordinal));
        Assert.InRange(at, 1, 6);
        Assert.All(lines, line => Assert.True(line.Length <= Width || line.Contains(" lowtide ", StringComparison.Ordinal), line));
        Assert.DoesNotContain('\u001b', string.Concat(lines));
        Assert.Matches("^  details +lowtide explain 'a b' --details$", lines[^1]);
    }

    /// <summary>Nothing that one format has is missing in another: the report's findings are these too.</summary>
    [Theory, MemberData(nameof(Names))]
    public void Details_have_every_finding_with_its_evidence(string name)
    {
        var diagnosis = Diagnosis.Of(Gallery.Explained[name]);
        var shown = Shown(diagnosis, details: true, width: 1000);
        Assert.All(diagnosis.Findings.SelectMany(explained => explained.Finding.Evidence.Select(row => row.Text).Prepend(explained.Finding.Statement)),
            text => Assert.Contains(text, shown, StringComparison.Ordinal));
    }

    [Theory, MemberData(nameof(Names))]
    public void Where_the_memory_is_sums_to_all_of_it(string name)
    {
        var places = MemoryPlaces.Of(Gallery.Explained[name]);
        if (Gallery.Explained[name].Latest.PssBytes is { } all)
            Assert.Equal(all, places!.Sum(place => place.Bytes));
        else
            Assert.Null(places);
    }

    /// <summary>The first finding was the sentence above it again.</summary>
    [Fact]
    public void Details_say_the_answer_once()
    {
        var diagnosis = Diagnosis.Of(Gallery.Explained["recorded"]);
        var said = diagnosis.Answer.Leading!.Finding.Statement;
        Assert.Equal(2, Shown(diagnosis, details: true, width: 1000).Split(said).Length);
        Assert.Contains("1. As said above: the collector copies shared memory.", Shown(diagnosis, details: true, width: 1000), StringComparison.Ordinal);
    }

    /// <summary>Two lines are all that a reader sees of them: a setting that may save most of it must not be the third.</summary>
    [Fact]
    public void Beside_the_answer_stand_large_things_that_can_be_mended()
    {
        static DiagnosedFinding Found(string id, string statement, long mib, PreloadSetting? setting = null) =>
            new(new Finding(id, statement, mib * MadeFamilies.MiB, null, []), [], setting);
        var diagnosis = Diagnosis.Of(Gallery.Explained["collector"]);
        diagnosis = diagnosis with
        {
            Findings =
            [
                diagnosis.Findings[0], Found("fork.copied-unchanged", "Reading copied 64 MiB.", 64), Found("fork.really-changed", "Writing copied 60 MiB.", 60),
                Found("fork.not-preloaded", "Nothing much is loaded before the fork.", 150, new PreloadSetting("gunicorn", "--preload", null)
                {
                    Saving = new Saving(24 * MadeFamilies.MiB, 178 * MadeFamilies.MiB),
                }),
                Found("malloc.free-kept", "malloc keeps 7 MiB.", 7),
            ],
        };
        Assert.Contains("""
            ALSO FOUND: 2 OF 4
            - Nothing much is loaded before the fork. Loading it before the fork would save 24 to 178 MiB.
            - Reading copied 64 MiB.

            """.ReplaceLineEndings("\n"), Shown(diagnosis, details: false), StringComparison.Ordinal);
    }

    private static string Shown(Diagnosis diagnosis, bool details, int width = Width) =>
        ShownScreen.Of(width, console => TerminalReport.Show(ExplainReport.Of(diagnosis, "a b", details), console));
}
