using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Explain;

/// <summary>What an answer says to type, as a script of sh: long commands need not be copied from a screen.</summary>
internal static class PlanScript
{
    /// <summary>As a screen calls it.</summary>
    public const string Usual = "plan.sh";

    /// <param name="target">As it was typed.</param>
    /// <returns>Null where nothing is to be tried.</returns>
    public static string? Of(Diagnosis diagnosis, string target)
    {
        if (diagnosis.Answer is not { Trial: { } trial } answer)
            return null;
        var takesJobs = TrialLine.TakesJobs(diagnosis.Family);
        var line = TrialLine.Of(trial, diagnosis, $"{(takesJobs ? "--ready-command \"$READY\"" : "--ready \"$URL\"")} --load \"$LOAD\"");
        List<string> lines =
        [
            "#!/bin/sh",
            $"# What 'lowtide explain {Screen.Plain(ShellWord.Of(target))}' says to try, and how to keep it.",
            "# Run it in the server's folder, as its user and with its environment, on a test machine, while this server is stopped, or on another port.",
            "# Its environment, to be read before it is stopped, passwords in it too:",
            $"#   tr '\\0' '\\n' </proc/{diagnosis.Family.Head.Process.Pid}/environ",
            "set -eu",
            "command -v lowtide >/dev/null || { echo 'put the folder of lowtide into PATH first' >&2; exit 2; }",
            .. takesJobs
                ? (string[])["READY=${READY:?a command that succeeds once the worker works}",
                    "LOAD=${LOAD:?a command that puts a counted number of jobs into its queue}"]
                : [Url(ServerAddress.Of(diagnosis.Family)), "# It asks for that page alone. Others, with weights: --path 3:/shop --path /cart",
                    $"LOAD=${{LOAD:-\"{TrialLine.SomeLoad}\"}}"],
        ];
        if (diagnosis.Start is null)
        {
            lines.Add($"{TrialLine.UnknownStart}=${{{TrialLine.UnknownStart}:?{Wanted(diagnosis.Family)}}}");
            line = line.Replace($"command:{TrialLine.UnknownStart}", $"command:'\"${TrialLine.UnknownStart}\"'", StringComparison.Ordinal)
                .Replace($"-- {TrialLine.UnknownStart}", $"-- sh -c \"exec env ${TrialLine.UnknownStart}\"", StringComparison.Ordinal);
        }
        lines.AddRange(["", "# Of each arm six starts or more, a load each: it says how long is left. Its options go behind this script's name: --pairs 8",
            Screen.Plain(line.Replace("lowtide trial ", "lowtide trial \"$@\" ", StringComparison.Ordinal))]);
        if (answer.First is { Remedy: var remedy })
        {
            var form = PermanentForms.NamesFor(remedy.Permanent, diagnosis.Family)[0];
            lines.AddRange(["", $"# To keep it without Lowtide ({form}; 'lowtide remedies {remedy.Id} --as FORM' has other forms):",
                .. PermanentForms.Lines(remedy.Permanent, form).SelectMany(text => text.Split('\n')).Select(text => $"#   {text}".TrimEnd())]);
        }
        else
        {
            lines.AddRange(["", "# To keep what proves itself, without Lowtide:",
                .. trial.Tried.Select(tried => $"#   lowtide remedies {tried.Id} --as {PermanentForms.NamesFor(tried.Permanent, diagnosis.Family)[0]}")]);
        }
        return string.Join('\n', lines) + "\n";
    }

    /// <summary>Variables without which a plan ends at once: those that it sets by "NAME=${NAME:?why}".</summary>
    public static IEnumerable<string> Asked(string plan) => plan.Split('\n').Select(line => line.Split('=')[0])
        .Where(name => name.Length > 0 && plan.Contains($"\n{name}=${{{name}:?", StringComparison.Ordinal)).Distinct();

    /// <summary>The shell that starts it becomes it, or it would be one process more; env(1) takes variables in front of it.</summary>
    private static string Wanted(FamilySnapshot family) =>
        "the one command that starts the server, without cd" + (ServiceUnit.Of(family) is { } unit ? $" (systemctl cat {unit})" : "");

    private static string Url(ServerAddress? address) =>
        address is null ? "URL=${URL:?an address that answers once the server is ready}" : $"URL=${{URL:-{ShellWord.Of(address.Url)}}}";
}
