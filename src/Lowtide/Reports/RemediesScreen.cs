using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Reports;

internal static class RemediesScreen
{
    public static void Show(IReadOnlyList<IRemedy> remedies, FamilySnapshot? family, IReadOnlyList<Unreadable> couldNotRead)
    {
        foreach (var remedy in remedies)
        {
            Screen.Markup($"[bold]{remedy.Id}[/]  {Screen.Text(remedy.Summary)}");
            if (remedy.Answers.Count > 0)
                Screen.Item("  answers    ", string.Join(", ", remedy.Answers));
            if (remedy.IsExperimental)
                Screen.Line("  experiment only with --experimental");
            foreach (var risk in remedy.Risks)
                Screen.Item("  risk       ", Screen.Text(risk));
            if (family is not null)
                Screen.Item($"  {Screen.Plain(family.Name),-10} ", Screen.Text(State(remedy, family)));
            Screen.Verbatim($"  permanent  lowtide remedies {remedy.Id} --as FORM");
            Screen.Line();
        }
        Screen.Line($"FORM: {string.Join(", ", PermanentForms.Names)}; the lines that make a remedy permanent there, without Lowtide."
            + " The last two are for settings of .NET that have a name there."
            + (remedies.Any(remedy => remedy.KeptIn.Count > 1) ? " One that acts in several languages takes --language too." : ""));
        Screen.CouldNotRead(couldNotRead);
    }

    private static string State(IRemedy remedy, FamilySnapshot family) =>
        remedy.Refusal(family) is { } refusal ? $"cannot apply: {refusal}"
        : RemediesInEffect.Of(family).FirstOrDefault(entry => entry.Id == remedy.Id) is { TookEffect: true } entry
            ? $"already {FindingWords.InEffect(entry, family)}{FindingWords.PartOf(entry)}"
        : remedy.CannotTell(family) is { } untold ? $"cannot tell: {untold}"
        : $"can be applied; 'lowtide explain {(family.Master ?? family.Workers[0]).Process.Pid}' tells whether it would help";
}
