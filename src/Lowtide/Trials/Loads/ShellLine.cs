using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Lowtide.Trials.Loads;

/// <summary>A command line for the shell, looked at before a server is started for it.</summary>
internal static partial class ShellLine
{
    /// <remarks>"lowtide" is left alone: a load by Lowtide's own is this very program, whatever is on PATH.</remarks>
    /// <exception cref="Failure">A wrong call: its first word is plain, and the shell knows no such command.</exception>
    public static void MustBeFound(string option, string line)
    {
        var word = line.TrimStart().Split([' ', '\t', '\n'], 2)[0];
        if (word == "lowtide" || !PlainWord().IsMatch(word) || ShellKnows(word))
            return;
        throw Failure.Wrong($"the command of {option} was not found: no '{word}' {(word.Contains('/') ? "there" : "on PATH")}; "
            + "install it, or name another");
    }

    /// <summary>Asked of the shell that will run it, which knows its own words too (if, cd, test).</summary>
    private static bool ShellKnows(string word)
    {
        using var shell = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", "command -v -- \"$1\" >/dev/null", "sh", word])
        {
            UseShellExecute = false,
            RedirectStandardError = true,
        });
        shell!.WaitForExit();
        return shell.ExitCode == 0;
    }

    /// <summary>Nothing in it that the shell would read another way; an assignment is none.</summary>
    [GeneratedRegex(@"^[A-Za-z0-9_./+-]+\z", RegexOptions.NonBacktracking)]
    private static partial Regex PlainWord();
}
