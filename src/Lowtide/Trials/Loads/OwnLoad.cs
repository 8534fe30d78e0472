using System.Text.RegularExpressions;
using Lowtide.Launch;
using Lowtide.Recordings;

namespace Lowtide.Trials.Loads;

/// <summary>
/// A load command that begins with "lowtide load" is this very program, not the one that PATH has; what the user sees of the command is what was typed.
/// What it measured is heard as of every other (<see cref="Load.LoadEnvironment"/>).
/// </summary>
internal static partial class OwnLoad
{
    public static bool Is(string command) => FirstWords().IsMatch(command);

    /// <summary>Whether it names its rate, a number or {rate}, rather than search one in every run.</summary>
    public static bool HasRate(string command) => RateOption().IsMatch(command);

    /// <summary>The same command to be run; any other is left as it is.</summary>
    public static string Told(string command, Installation installation) =>
        FirstWords().Replace(command, _ => $"{ShellWord.Quoted(installation.Program)} load");

    /// <summary>The command that finds a rate for <paramref name="command"/>: with its own paths and bodies where it is a
    /// "lowtide load", otherwise with plain requests to {url}.</summary>
    public static string FindingRate(string command, Installation installation) =>
        Is(command)
            ? FirstWords().Replace(
                command.Replace("{rate}", "auto", StringComparison.Ordinal), _ => $"{ShellWord.Quoted(installation.Program)} load --json --find-rate")
            : $"{ShellWord.Quoted(installation.Program)} load --json --find-rate {{url}}";

    [GeneratedRegex(@"\A\s*lowtide\s+load(?=\s|\z)", RegexOptions.None, 1000)]
    private static partial Regex FirstWords();

    [GeneratedRegex(@"\s(--rate|-r)[\s=]+['""]?(\d|\{rate\})", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex RateOption();
}
