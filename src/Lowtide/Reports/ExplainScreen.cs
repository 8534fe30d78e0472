using Lowtide.Analysis.Remedies;

namespace Lowtide.Reports;

/// <summary>What <c>lowtide explain</c> shows a person: the answer first, then what it rests on.</summary>
internal static class ExplainScreen
{
    public static void Show(Explanation explanation)
    {
        var family = explanation.Family;
        var head = family.Master ?? family.Workers[0];
        Screen.Markup($"[bold]{Screen.Text(family.Name)}[/] {head.Process.Pid}, "
            + Screen.Text($"{FamilyWords.Workers(family)}, {FamilyWords.Runtime(family)}, {FamilyWords.Allocator(family)}; ")
            + $"{Screen.Size(family.PssBytes)} in all (PSS)");
        if (FamilyWords.Cgroup(family.Cgroup) is { } cgroup)
            Screen.Line(cgroup);
        if (FamilyWords.Sharing(family) is { } sharing)
            Screen.Line(sharing);
        CausesTable.Show(family);
        foreach (var entry in RemediesInEffect.Of(family))
            Screen.Markup($"remedy {entry.Id}: {Coloured(entry.TookEffect)}");
        Screen.Line();
        if (explanation.Findings.Count == 0)
            Screen.Line(FindingWords.None(family));
        foreach (var (index, explained) in explanation.Findings.Index())
            Finding(index + 1, explained);
        Screen.CouldNotRead(explanation.CouldNotRead);
    }

    private static void Finding(int number, ExplainedFinding explained)
    {
        var finding = explained.Finding;
        Screen.Markup($"[bold]{number}. {Screen.Text(finding.Statement)}[/]");
        Screen.Line($"   {FindingWords.Size(finding)}");
        foreach (var row in finding.Evidence)
            Screen.Line($"   - {row.Text}");
        foreach (var remedy in explained.Remedies)
        {
            Screen.Markup($"   [green]remedy {remedy.Remedy.Id}[/]{FindingWords.Predicted(remedy.Saving)}");
            Screen.Verbatim($"     {Screen.Plain(remedy.Command)}");
            foreach (var risk in remedy.Remedy.Risks)
                Screen.Line($"     risk: {risk}");
        }
        Screen.Line();
    }

    private static string Coloured(bool? tookEffect) => tookEffect switch
    {
        true => $"[green]{FindingWords.InEffect(tookEffect)}[/]",
        false => $"[red]{FindingWords.InEffect(tookEffect)}[/]",
        null => FindingWords.InEffect(tookEffect),
    };
}
