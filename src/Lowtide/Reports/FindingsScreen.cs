using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Spectre.Console;

namespace Lowtide.Reports;

/// <summary>The findings of <c>lowtide explain</c>, each with what it rests on and what answers it.</summary>
internal static class FindingsScreen
{
    public static void Show(Explanation explanation, IAnsiConsole? console = null)
    {
        var family = explanation.Family;
        if (explanation.Findings.Count == 0)
            Screen.Line($"\n{(explanation.DotNet is null ? FindingWords.None(family) : FindingWords.NoPauses)}", console);
        else if (explanation.Findings.All(explained => FindingRules.IsSmall(explained.Finding, family)))
            Screen.Line("\nNothing found that explains a twentieth of the memory; what follows is smaller.", console);
        foreach (var (index, explained) in explanation.Findings.Index())
            Finding(index + 1, explained, family, console);
        if (explanation.Overlapping is { } overlapping)
            Screen.Line($"\n{FindingWords.Overlap(overlapping)}", console);
        if (ExplainedRemedy.Likeliest(explanation.Findings.SelectMany(explained => explained.Remedies)) is { } likeliest)
            Applying(likeliest.Remedy, family, console);
    }

    private static void Finding(int number, ExplainedFinding explained, FamilySnapshot family, IAnsiConsole? console)
    {
        var finding = explained.Finding;
        Screen.Line(console: console);
        Screen.Item($"{number}. ", $"[bold]{Screen.Text(finding.Statement)}[/]", console);
        Screen.Item("   ", FindingWords.Size(finding, family), console);
        foreach (var row in finding.Evidence)
            Screen.Item("   - ", Screen.Text(row.Text), console);
        if (explained.Setting is { } setting)
            Screen.Item("   ", Screen.Text(FindingWords.Setting(setting)), console);
        foreach (var remedy in explained.Told)
        {
            Screen.Item("   ", $"[green]remedy {remedy.Remedy.Id}[/]{FindingWords.Predicted(remedy.Saving)}{FindingWords.SaidBefore(remedy)}", console);
            if (remedy.SaidUnder is not null)
                continue;
            Screen.Verbatim($"     {Screen.Plain(remedy.Command)}", console);
            if (remedy.Saving?.RestsOn is { } basis)
                Screen.Item("     rests on: ", Screen.Text(basis), console);
            if (FindingWords.InsteadOf(remedy, explained) is { } instead)
                Screen.Item("     ", Screen.Text(instead), console);
            foreach (var risk in remedy.Risks)
                Screen.Item("     risk: ", Screen.Text(risk), console);
        }
        if (explained.Untold.Count > 0)
        {
            Screen.Item("   ", Screen.Text($"remedies {FindingWords.OnlyATrialTells(explained.Untold)}"), console);
            Screen.Verbatim($"     {Screen.Plain(explained.Untold[0].Command)}", console);
        }
    }

    private static void Applying(IRemedy remedy, FamilySnapshot family, IAnsiConsole? console)
    {
        Screen.Line(console: console);
        var others = PermanentForms.NamesFor(remedy.Permanent, family).Skip(1);
        Screen.Line(
            "Start a remedy's command in the server's folder, as its user and with its environment. "
                + $"The lines that make it permanent without Lowtide (--as also takes {string.Join(", ", others)}):",
            console);
        Screen.Verbatim($"  {FindingWords.LinesToKeep(remedy, family)}", console);
    }
}
