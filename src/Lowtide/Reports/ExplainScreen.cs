using Lowtide.Analysis;
using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Growth;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Reports;

/// <summary>What <c>lowtide explain</c> shows a person: the answer first, then what it rests on.</summary>
internal static class ExplainScreen
{
    public static void Show(Explanation explanation)
    {
        var family = explanation.Family;
        var head = family.Master ?? family.Workers[0];
        Screen.Markup($"[bold]{Screen.Text(family.Name)}[/] {head.Process.Pid}, "
            + Screen.Text(string.Join(", ", [FamilyWords.Workers(family), .. FamilyWords.Known(family)]))
            + (family.PssBytes is { } pss ? $"; {Screen.Size(pss)} in all (PSS)" : ""));
        if (explanation.Recorded is { } recorded)
            Screen.Line(recorded.ToString());
        foreach (var line in explanation.Reloads)
            Screen.Line(line);
        if (FamilyWords.Cgroup(family.Cgroup) is { } cgroup)
            Screen.Line(cgroup);
        if (FamilyWords.Sharing(family) is { } sharing)
            Screen.Line(sharing + (explanation.SteadySeconds is { } seconds ? $"; steady over {Amount.Time(seconds)}" : ""));
        if (GrowthLine.Of(explanation) is { } settled)
            Screen.Line(settled);
        if (FamilyWords.Arenas(family) is { } arenas)
            Screen.Line(arenas);
        foreach (var line in RubyWords.Of(family))
            Screen.Line(line);
        if (explanation.DotNet is { } trace)
            DotNet(trace, explanation.Alerts, explanation.Requests);
        BreakdownTable.Show(family);
        CausesTable.Show(family);
        foreach (var entry in RemediesInEffect.Of(family))
        {
            Screen.Markup($"remedy {entry.Id}: {Coloured(entry, family)}{Screen.Text(FindingWords.PartOf(entry))}"
                + $"{Screen.Text(LaunchWords.HeldBack(entry, explanation.KsmdOn))}");
            foreach (var risk in FindingWords.RisksInEffect(entry, family))
                Screen.Line($"  {risk}");
        }
        if (explanation.Cycles is { } cycles)
            Screen.Line(LaunchWords.CyclesWatch(cycles, family));
        if (explanation.Findings.Count == 0)
            Screen.Line($"\n{(explanation.DotNet is null ? FindingWords.None(family) : FindingWords.NoPauses)}");
        else if (explanation.Findings.All(explained => FindingRules.IsSmall(explained.Finding, family)))
            Screen.Line("\nNothing found that explains a twentieth of the memory; what follows is smaller.");
        foreach (var (index, explained) in explanation.Findings.Index())
            Finding(index + 1, explained, family);
        if (explanation.Findings.SelectMany(explained => explained.Remedies).FirstOrDefault() is { } first)
            Applying(first.Remedy, family);
        Screen.CouldNotRead(explanation.CouldNotRead);
    }

    private static void Finding(int number, ExplainedFinding explained, FamilySnapshot family)
    {
        var finding = explained.Finding;
        Screen.Line();
        Screen.Item($"{number}. ", $"[bold]{Screen.Text(finding.Statement)}[/]");
        Screen.Item("   ", FindingWords.Size(finding, family));
        foreach (var row in finding.Evidence)
            Screen.Item("   - ", Screen.Text(row.Text));
        if (explained.Setting is { } setting)
            Screen.Item("   ", Screen.Text(FindingWords.Setting(setting)));
        foreach (var remedy in explained.Told)
        {
            Screen.Item("   ", $"[green]remedy {remedy.Remedy.Id}[/]{FindingWords.Predicted(remedy.Saving)}{FindingWords.SaidBefore(remedy)}");
            if (remedy.SaidUnder is not null)
                continue;
            Screen.Verbatim($"     {Screen.Plain(remedy.Command)}");
            if (remedy.Saving?.RestsOn is { } basis)
                Screen.Item("     rests on: ", Screen.Text(basis));
            if (FindingWords.InsteadOf(remedy, explained) is { } instead)
                Screen.Item("     ", Screen.Text(instead));
            foreach (var risk in remedy.Risks)
                Screen.Item("     risk: ", Screen.Text(risk));
        }
        if (explained.Untold.Count > 0)
        {
            Screen.Item("   ", Screen.Text($"remedies {FindingWords.OnlyATrialTells(explained.Untold)}"));
            Screen.Verbatim($"     {Screen.Plain(explained.Untold[0].Command)}");
        }
    }

    private static void DotNet(DotNetTrace trace, IReadOnlyList<CounterAlert> alerts, IReadOnlyList<SlowRequests>? requests)
    {
        foreach (var line in DotNetWords.Of(trace).Concat(RequestWords.Of(requests)))
            Screen.Line(line);
        if (trace.Collections.Count == 0)
            return;
        Screen.Line();
        Screen.Write(DotNetWords.Table(trace));
        var full = DotNetWords.Full(trace).ToList();
        if (full.Count > 0)
            Screen.Line("\ncollections of generation 2, those of the longest pauses:");
        foreach (var line in full)
            Screen.Item("  ", Screen.Text(line));
        Screen.Line();
        Screen.Write(DotNetWords.AlertTable(alerts));
    }

    private static void Applying(IRemedy remedy, FamilySnapshot family)
    {
        Screen.Line();
        Screen.Line("Start a remedy's command in the server's folder, as its user and with its environment. The lines that make it permanent without Lowtide:");
        var language = remedy.KeptIn.Count > 1 && KitLanguage.Of(family.Runtime) is { } its ? $" --language {its.Kit.Name}" : "";
        Screen.Verbatim($"  lowtide remedies {remedy.Id} --as {string.Join('|', PermanentForms.Names)}{language}");
    }

    private static string Coloured(RemedyInEffect entry, FamilySnapshot family)
    {
        var words = Screen.Text(FindingWords.InEffect(entry, family));
        return entry.TookEffect switch
        {
            true => $"[green]{words}[/]",
            false => $"[red]{words}[/]",
            null => words,
        };
    }
}
