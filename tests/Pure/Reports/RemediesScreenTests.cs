using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Reports.Documents;
using Lowtide.Reports.Remedies;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>221 lines were printed where a list was asked for.</summary>
public sealed class RemediesScreenTests
{
    [Fact]
    public void All_of_them_are_a_line_each()
    {
        var lines = Shown(RemedyCatalogue.All, null, 1000).Split('\n');
        Assert.All(RemedyCatalogue.All, remedy => Assert.Single(lines, line => line.StartsWith($"{remedy.Id} ", StringComparison.Ordinal)));
        Assert.InRange(lines.Length, RemedyCatalogue.All.Count, RemedyCatalogue.All.Count + 6);
        Assert.DoesNotContain(lines, line => line.Contains("risk ", StringComparison.Ordinal));
    }

    /// <summary>A Python has no settings of .NET.</summary>
    [Fact]
    public void Of_a_server_only_those_that_can_apply()
    {
        var shown = Shown(RemedyCatalogue.All, Diagnosis.Of(MadeByHand.Recording(MadeByHand.Known)), 1000);
        Assert.Contains("cpython.gc-freeze ", shown, StringComparison.Ordinal);
        Assert.DoesNotContain("dotnet.", shown, StringComparison.Ordinal);
        Assert.Contains("others cannot apply to", shown, StringComparison.Ordinal);
    }

    [Fact]
    public void What_surely_saves_most_stands_first_and_says_how_much()
    {
        var lines = Shown(RemedyCatalogue.All, Diagnosis.Of(Gallery.Explained["collector"]), 1000).Split('\n');
        Assert.StartsWith("cpython.gc-freeze ", lines[1], StringComparison.Ordinal);
        Assert.Contains(" 209 to 307 MiB ", lines[1], StringComparison.Ordinal);
        Assert.Contains(lines, line =>
            line.StartsWith("cpython.fast-exit ", StringComparison.Ordinal) && line.Contains(" nothing to mend ", StringComparison.Ordinal));
    }

    /// <summary>The pages of a server were looked through for a document that said nothing of them.</summary>
    [Fact]
    public void The_document_has_what_the_column_says()
    {
        var server = Diagnosis.Of(Gallery.Explained["collector"]);
        var remedies = RemediesDocument.Of(RemedyCatalogue.All, server).Remedies.ToDictionary(remedy => remedy.Id, remedy => remedy.Here);
        var offered = server.Answer.First!;
        Assert.Equal(
            new RemedyHereEntry("saves", SavedBytesEntry.Of(offered.Saving), SavedBytesEntry.Of(offered.Net), Harm: null), remedies["cpython.gc-freeze"]);
        Assert.Equal(new RemedyHereEntry("untold", null, null, null), remedies["kernel.merge-pages"]);
        Assert.Equal(new RemedyHereEntry("nothing_to_answer", null, null, null), remedies["cpython.fast-exit"]);
        Assert.Null(remedies["dotnet.server-gc"]); // it cannot apply
        Assert.All(RemediesDocument.Of(RemedyCatalogue.All, server: null).Remedies, remedy => Assert.Null(remedy.Here));
    }

    [Fact]
    public void Of_one_all_its_risks_and_how_to_keep_it()
    {
        var one = RemedyCatalogue.Find("malloc.trim-idle")!;
        var shown = Shown([one], null, 1000);
        Assert.All(one.Risks, risk => Assert.Contains(risk, shown, StringComparison.Ordinal));
        Assert.Contains("lowtide remedies malloc.trim-idle --as env|systemd|docker|uwsgi --language ", shown, StringComparison.Ordinal);
    }

    private static string Shown(IReadOnlyList<IRemedy> remedies, Diagnosis? server, int width) =>
        ShownScreen.Of(width, console => RemediesScreen.Show(remedies, server, console));
}
