using Lowtide.Analysis.Findings;
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
            + $"{Count(family.Workers.Count, "worker")}, {FamilyWords.Runtime(family)}, {FamilyWords.Allocator(family)}; "
            + $"{Screen.Size(family.PssBytes)} in all (PSS)");
        if (FamilyWords.Cgroup(family.Cgroup) is { } cgroup)
            Screen.Line(cgroup);
        Sharing(family);
        CausesTable.Show(family);
        foreach (var entry in RemediesInEffect.Of(family))
            Screen.Markup($"remedy {entry.Id}: {(entry.TookEffect switch { true => "[green]on in every worker[/]", false => "[red]asked for, but not on[/]", null => "asked for; whether it is on could not be read" })}");
        Screen.Line();
        if (explanation.Findings.Count == 0)
            Screen.Line(family.Serving.All(member => member.Memory.PssBytes is null || (family.Workers.Count > 0 && member.Census is null))
                ? "Nothing can be told: the memory of this family could not be read."
                : "Nothing found that explains memory worth an engineer's time.");
        foreach (var (index, explained) in explanation.Findings.Index())
            Finding(index + 1, explained);
        Screen.CouldNotRead(explanation.CouldNotRead);
    }

    private static void Sharing(FamilySnapshot family)
    {
        var tallies = family.Workers.Select(worker => worker.Census?.Tally).OfType<PageTally>().ToList();
        var inherited = tallies.Sum(tally => tally.InheritedBytes);
        if (inherited == 0)
            return;
        var shared = tallies.Sum(tally => tally.InheritedSharedBytes);
        var undecided = tallies.Sum(tally => tally.UndecidedBytes);
        Screen.Line($"of {Amount.Bytes(inherited / tallies.Count)} that a worker inherited, {Amount.Percent(shared / (double)inherited)} is still shared"
            + (undecided > inherited / 100 ? $"; {Amount.Bytes(undecided / tallies.Count)} a worker undecided" : "")
            + (family.Master?.MasterCopiedBytes is { } copied and > Amount.MiB ? $"; the master itself copied {Amount.Bytes(copied)}" : ""));
    }

    private static void Finding(int number, ExplainedFinding explained)
    {
        var finding = explained.Finding;
        Screen.Markup($"[bold]{number}. {Screen.Text(finding.Statement)}[/]");
        Screen.Line($"   {finding.Id}: {Screen.Size(finding.Bytes)} in the family, {Screen.Size(finding.BytesPerWorker)} a worker");
        foreach (var row in finding.Evidence)
            Screen.Line($"   - {row.Text}");
        foreach (var remedy in explained.Remedies)
        {
            Screen.Markup($"   [green]remedy {remedy.Remedy.Id}[/]"
                + (remedy.Saving is { } saving ? $", predicted to save {Amount.Range(saving.LowBytes, saving.HighBytes)}" : ""));
            Screen.Verbatim($"     {Screen.Plain(remedy.Command)}");
            foreach (var risk in remedy.Remedy.Risks)
                Screen.Line($"     risk: {risk}");
        }
        Screen.Line();
    }

    private static string Count(int count, string what) => count == 1 ? $"1 {what}" : $"{count} {what}s";
}
