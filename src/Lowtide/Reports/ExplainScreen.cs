using Lowtide.Analysis;
using Lowtide.Analysis.DotNet;
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
            Screen.Line($"{recorded}; what holds at one time is of its {(recorded.HasLastLook ? "end" : "start")}");
        if (FamilyWords.Children(family) is { } children)
            Screen.Line(children);
        foreach (var line in explanation.Reloads)
            Screen.Line(line);
        if (FamilyWords.Cgroup(family.Cgroup) is { } cgroup)
            Screen.Line(cgroup);
        if (FamilyWords.Sharing(family) is { } sharing)
            Screen.Line(sharing + (explanation.SteadySeconds is { } seconds ? $"; steady over {Amount.Time(seconds)}" : ""));
        if (GrowthLine.Of(explanation) is { } growth)
            Screen.Line(growth);
        if (FamilyWords.Arenas(family) is { } arenas)
            Screen.Line(arenas);
        foreach (var line in RubyWords.Of(family))
            Screen.Line(line);
        if (explanation.DotNet is { } trace)
            DotNet(trace, explanation);
        else if (explanation is { Unheard: not null, Findings.Count: > 0 })
            Screen.Line(FindingWords.Unheard);
        BreakdownTable.Show(family);
        CausesTable.Show(family);
        var remedies = RemediesInEffect.Of(family);
        // Not as a row of the table above it.
        if (remedies.Count > 0 && explanation.DotNet is { Collections.Count: > 0 })
            Screen.Line();
        foreach (var entry in remedies)
        {
            Screen.Markup($"remedy {entry.Id}: {Coloured(entry, family)}{Screen.Text(FindingWords.PartOf(entry))}"
                + $"{Screen.Text(LaunchWords.HeldBack(entry, explanation.KsmdOn))}");
            foreach (var risk in FindingWords.RisksInEffect(entry, family))
                Screen.Line($"  {risk}");
        }
        if (explanation.Cycles is { } cycles)
            Screen.Line(LaunchWords.CyclesWatch(cycles, family));
        FindingsScreen.Show(explanation);
        Screen.CouldNotRead(explanation.CouldNotRead);
    }

    private static void DotNet(DotNetTrace trace, Explanation explanation)
    {
        foreach (var line in DotNetWords.Of(trace, explanation.Recorded).Concat(RequestWords.Of(explanation.Requests)))
            Screen.Line(line);
        if (trace.Collections.Count == 0)
            return;
        Screen.Line();
        Screen.Write(DotNetWords.Table(trace));
        if (DotNetWords.Large(trace) is { } large)
            Screen.Line(large);
        var full = DotNetWords.Full(trace).ToList();
        if (full.Count > 0)
            Screen.Line("\ncollections of generation 2, those of the longest pauses:");
        foreach (var line in full)
            Screen.Item("  ", Screen.Text(line));
        Screen.Line();
        Screen.Write(DotNetWords.AlertTable(explanation.Alerts));
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
