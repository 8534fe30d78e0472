using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Reports.Words;

namespace Lowtide.Tests.Pure;

/// <summary>Who reads an id on a screen looks it up in the guides.</summary>
public sealed class GuideTests
{
    [Fact]
    public void Every_remedy_has_its_row()
    {
        var rows = File.ReadLines(Path.Combine(SourceTree.Root(), "docs", "remedies.md")).Where(line => line.StartsWith('|')).ToList();
        Assert.Empty(
            from remedy in RemedyCatalogue.All
            where !rows.Exists(row => Names(row, remedy.Id))
            select $"{remedy.Id} is in no row of docs/remedies.md");
    }

    [Fact]
    public void Every_permanent_form_is_named() =>
        Assert.Contains($"--as {string.Join('|', PermanentForms.Names)}`", File.ReadAllText(Path.Combine(SourceTree.Root(), "docs", "remedies.md")));

    [Fact]
    public void A_list_has_a_remedy_in_a_line() =>
        Assert.All(RemedyCatalogue.All, remedy => Assert.InRange(remedy.Title.Length, 10, IRemedy.LongestTitle));

    /// <summary>Beside the list of remedies, which says of each what it does and no more.</summary>
    [Fact]
    public void Every_remedy_and_every_finding_is_explained()
    {
        var lines = Directory.EnumerateFiles(Path.Combine(SourceTree.Root(), "docs"), "*.md").Where(page => Path.GetFileName(page) != "remedies.md")
            .SelectMany(page => File.ReadLines(page)).ToList();
        Assert.Empty(
            from id in RemedyCatalogue.All.Select(remedy => remedy.Id).Concat(FindingRules.All.Select(rule => rule.Id))
            where !lines.Exists(line => Names(line, id))
            select $"{id} is on no page of docs beside remedies.md: it belongs on that of its subject (docs/dev/add-a-rule.md, add-a-remedy.md)");
    }

    /// <summary>Whole, or by its last word behind one that differs in nothing else: `malloc.arena-max-1`, `-2`.</summary>
    private static bool Names(string line, string id)
    {
        var last = id.LastIndexOf('-');
        return line.Contains($"`{id}`") || (last > 0 && line.Contains($"`{id[..last]}-") && line.Contains($"`{id[last..]}`"));
    }
}
