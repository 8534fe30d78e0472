using System.Text.RegularExpressions;

namespace Lowtide.Analysis.Remedies.Kits;

/// <summary>What a command that starts Python by name tells before it is started.</summary>
internal static partial class PythonCommandLine
{
    /// <summary>
    /// The option by which this Python would not read the kit: E and I ignore PYTHONPATH, S leaves out the site module.
    /// Null where there is none, or where the command is no Python's (a script's #! line is not looked at).
    /// </summary>
    public static char? OptionAgainstKit(IReadOnlyList<string> command)
    {
        if (command.Count == 0 || !Python().IsMatch(command[0]))
            return null;
        for (var i = 1; i < command.Count && command[i].StartsWith('-') && command[i].Length > 1; i++)
        {
            if (command[i].StartsWith("--", StringComparison.Ordinal))
            {
                i += command[i] == "--check-hash-based-pycs" ? 1 : 0;
                continue;
            }
            var letters = command[i][1..];
            var valued = letters.IndexOfAny(['c', 'm', 'W', 'X']);
            var flags = valued < 0 ? letters : letters[..valued];
            if (flags.IndexOfAny(['E', 'I', 'S']) is >= 0 and var against)
                return flags[against];
            if (valued >= 0 && letters[valued] is 'c' or 'm')
                return null; // the rest is the program's
            if (valued >= 0 && valued == letters.Length - 1)
                i++; // the value is the next word
        }
        return null;
    }

    /// <summary>Why what acts by a hook before the fork would do nothing; null where nothing speaks against it.</summary>
    public static string? HookRefusedByUwsgi(IReadOnlyList<string> command) =>
        command.Count > 0 && Path.GetFileName(command[0]).StartsWith("uwsgi", StringComparison.Ordinal)
            ? "uWSGI runs no hook of Python's before its forks" : null;

    [GeneratedRegex(@"(?:^|/)python[0-9.]*$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Python();
}
