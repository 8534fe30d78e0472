using Lowtide.Analysis.Findings;
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
            Screen.Line(
                $"\n{FindingWords.None(explanation)}"
                    + (explanation is { Recorded: null, NothingRead: false, IsOfTrace: false } ? FindingWords.LoadIt : ""),
                console);
        else if (explanation.Findings.All(explained => FindingRules.IsSmall(explained.Finding, family)))
            Screen.Line("\nNothing wrong found. What follows is less than a twentieth of the memory.", console);
        foreach (var (index, explained) in explanation.Findings.Index())
            Finding(index + 1, explained, family, console);
        if (explanation.Overlapping is { } overlapping)
            Screen.Line($"\n{FindingWords.Overlap(overlapping)}", console);
        if (SuggestedTrial.Of(explanation) is { } trial)
            Next(trial, family, console);
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
        foreach (var offer in explained.Offers)
            Offer(offer, explained, console);
        foreach (var declined in explained.Declined)
            Screen.Item("   ", Screen.Text(FindingWords.Declined(declined)), console);
    }

    private static void Offer(AlikeRemedies offer, ExplainedFinding explained, IAnsiConsole? console)
    {
        var (named, predicted) = (FindingWords.Named(offer), Screen.Text(FindingWords.Predicted(offer)));
        Screen.Item("   ", offer.IsOnlyNamed ? named + predicted : $"[green]{named}[/]{predicted}", console);
        if (offer.First.SaidUnder is not null)
            return;
        Screen.Verbatim($"     {Screen.Plain(offer.First.Command)}", console);
        if (offer.IsOnlyNamed)
            return;
        foreach (var basis in offer.First.Bases)
            Screen.Item("     rests on: ", Screen.Text(basis), console);
        if (FindingWords.InsteadOf(offer.First, explained) is { } instead)
            Screen.Item("     ", Screen.Text(instead), console);
        foreach (var risk in offer.First.Risks)
            Screen.Item("     risk: ", Screen.Text(risk), console);
    }

    private static void Next(SuggestedTrial trial, FamilySnapshot family, IAnsiConsole? console)
    {
        Screen.Line(console: console);
        foreach (var (words, commands) in FindingWords.Next(trial, family))
        {
            Screen.Line(words, console);
            foreach (var command in commands)
                Screen.Verbatim($"  {Screen.Plain(command)}", console);
        }
    }
}
