using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Remedies;

/// <summary>What <c>lowtide remedies</c> shows a person: a line a remedy, and of one by its id all that is to be known.</summary>
internal static class RemediesScreen
{
    /// <param name="server">Null where nobody asked which of them apply.</param>
    public static void Show(IReadOnlyList<IRemedy> remedies, Diagnosis? server, TextConsole? console = null)
    {
        console ??= Screen.Out;
        if (remedies is [var one])
            ShowOne(one, console);
        else if (server is null)
            ShowAll(remedies, console);
        else
            ShowThose(remedies, server, console);
        // What a rule could not tell is for explain to say.
        Screen.CouldNotRead([.. server?.NotSeen ?? []], console);
    }

    private static void ShowAll(IReadOnlyList<IRemedy> remedies, TextConsole console)
    {
        var table = Screen.Table("REMEDY", "WHAT IT DOES");
        foreach (var remedy in remedies)
            table.AddRow(remedy.Id, remedy.Title);
        console.Write(table);
        console.WriteLine();
        Hints("which of them apply", "lowtide remedies TARGET", console);
    }

    private static void ShowThose(IReadOnlyList<IRemedy> remedies, Diagnosis server, TextConsole console)
    {
        var family = server.Family;
        var table = Screen.Table("REMEDY", "HERE", "WHAT IT DOES");
        var apply = remedies.Where(remedy => remedy.Refusal(family) is null).ToList();
        foreach (var (remedy, here) in apply.Select(remedy => (remedy, Here: RemedyHere.Of(remedy, server)))
            .OrderBy(each => each.Here.Kind).ThenByDescending(each => each.Here.LeastBytes))
            table.AddRow(remedy.Id, here.Words, remedy.Title);
        console.Write(table);
        console.WriteLine();
        foreach (var why in apply.Select(remedy => remedy.CannotTell(family)).OfType<string>().Distinct())
            Screen.Item("cannot tell: ", why, console);
        if (remedies.Count > apply.Count)
            Screen.Line($"{remedies.Count - apply.Count} others cannot apply to {family.Name}: another runtime, server or version.", console);
        Hints("why, and a trial", OwnCall.Of($"explain {family.Head.Process.Pid}"), console);
    }

    private static void Hints(string what, string command, TextConsole console)
    {
        Screen.Verbatim($"  {what,-20}  {command}", console);
        Screen.Verbatim("  risks of one          lowtide remedies ID", console);
        Screen.Verbatim("  to keep one           lowtide remedies ID --as FORM", console);
    }

    private static void ShowOne(IRemedy remedy, TextConsole console)
    {
        Screen.Item("", Styled.Bold(remedy.Id) + $"  {remedy.Summary}", console);
        if (remedy.Answers.Count > 0)
            Screen.Item("  answers  ", string.Join(", ", remedy.Answers), console);
        if (remedy.IsExperimental)
            Screen.Line("  an experiment: --experimental allows it", console);
        foreach (var risk in remedy.Risks)
            Screen.Item("  risk     ", risk, console);
        var language = remedy.KeptIn.Count > 1 ? $" --language {string.Join('|', remedy.KeptIn)}" : "";
        Screen.Verbatim($"  keep it  lowtide remedies {remedy.Id} --as {string.Join('|', PermanentForms.NamesFor(remedy.Permanent))}{language}", console);
    }
}
