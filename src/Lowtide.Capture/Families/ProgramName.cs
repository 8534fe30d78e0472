using System.Text.RegularExpressions;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>What a server is called by: "python3" tells less than the script that it runs.</summary>
internal static partial class ProgramName
{
    /// <summary>A module's name may be as long as a command line.</summary>
    private const int Longest = 100;

    /// <summary>Options of interpreters that take the next word with them.</summary>
    private static readonly string[] WithWord =
        ["-W", "-X", "-I", "-r", "-C", "--require", "--import", "--runtimeconfig", "--depsfile", "--fx-version", "--additionalprobingpath"];

    /// <summary>The script's or the module's where an interpreter runs one, and the process does not call itself otherwise.</summary>
    public static string Of(ProcessStat process) => Of(process.Program, () => Procfs.Words(process.Pid));

    public static string Of(ProcessFacts process) => Of(ProcessTitle.Program(process.Name), () => Procfs.Words(process.Pid));

    private static string Of(string program, Func<string[]?> words) =>
        Interpreter().IsMatch(program) && words() is { } read && Script(read) is { } script ? script : program;

    /// <param name="words">A title is one: "sidekiq 6.5.12 shop [0 of 5 busy]", "puma: cluster worker 0: 99 [shop]". Celery calls itself
    /// "[celeryd: celery@host:MainProcess] ...", and nobody looks for celeryd.</param>
    /// <returns>By what it can be asked for, beside the kernel's name.</returns>
    public static IEnumerable<string> AskedBy(IReadOnlyList<string> words)
    {
        if (words is [var title, ..] && title.IndexOf(' ') is > 0 and var end)
        {
            var name = title[..end].TrimEnd(':').TrimStart('[');
            return (name == "celeryd" ? [name, "celery"] : words.Take(2).Prepend(name)).Select(FileName);
        }
        return (Script(words) is { } script ? words.Take(1).Append(script) : words.Take(IsInterpreter(words) ? 1 : 2)).Select(FileName);
    }

    /// <returns>File name of the script, or the module (-m), that an interpreter runs; null where it runs none.</returns>
    internal static string? Script(IReadOnlyList<string> words)
    {
        if (!IsInterpreter(words))
            return null;
        var (isPython, isDotNet) = (Is(words, "python", "pypy"), Is(words, "dotnet"));
        for (var at = 1; at < words.Count; at++)
        {
            var word = words[at];
            // Letters may stand together: "-um app".
            if (isPython && word is ['-', not '-', .., 'm'] or "-m")
                return at + 1 < words.Count ? Cut(words[at + 1]) : null;
            if (word is "-" or "-e" or "-c" || (isPython && word is ['-', not '-', .., 'c']))
                return null;
            if (WithWord.Contains(word))
                at++;
            else if (word is not ['-', ..] && !(isDotNet && word == "exec"))
                return isDotNet && !word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? null : Cut(FileName(word.TrimEnd('/')));
        }
        return null;
    }

    private static string FileName(string word) => Path.GetFileName(word);

    private static string? Cut(string name) => name.Length == 0 ? null : name.Length <= Longest ? name : name[..Longest];

    private static bool IsInterpreter(IReadOnlyList<string> words) => words.Count > 0 && Interpreter().IsMatch(FileName(words[0]));

    private static bool Is(IReadOnlyList<string> words, params ReadOnlySpan<string> interpreters)
    {
        foreach (var interpreter in interpreters)
            if (FileName(words[0]).StartsWith(interpreter, StringComparison.Ordinal))
                return true;
        return false;
    }

    [GeneratedRegex(@"^(python|pypy|ruby|dotnet|node|perl|php)[\d.t]*$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Interpreter();
}
