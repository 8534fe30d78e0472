using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>What a server is called by: "python3" tells less than the script that it runs.</summary>
internal static class ProgramName
{
    /// <summary>A module's name, or a title, may be as long as a command line.</summary>
    private const int Longest = 100;

    /// <summary>The script's or the module's where an interpreter runs one, and the process does not call itself otherwise.</summary>
    public static string Of(ProcessStat process) => Of(process.Program, () => Procfs.Words(process.Pid));

    public static string Of(ProcessFacts process) => Of(ProcessTitle.Program(process.Name), () => Procfs.Words(process.Pid));

    /// <param name="program">By the kernel's name.</param>
    internal static string Of(string program, Func<IReadOnlyList<string>?> words) =>
        Interpreter.Of(program) is not null && words() is { } read && (read.Count == 1 ? Titled(read) : Script(read)) is { } name ? name : program;

    /// <returns>By what it can be asked for, beside the kernel's name.</returns>
    public static IEnumerable<string> AskedBy(IReadOnlyList<string> words)
    {
        if (Titled(words) is { } name)
            return name == "celeryd" ? [name, "celery"] : [name, .. words.Take(2).Select(FileName)];
        return Script(words) is { } script ? [FileName(words[0]), script]
            : words.Take(words.Count > 0 && Interpreter.Of(FileName(words[0])) is not null ? 1 : 2).Select(FileName);
    }

    /// <summary>
    /// A title is one word: "sidekiq 6.5.12 shop [0 of 5 busy]", "puma: cluster worker 0: 99 [shop]". Celery calls itself
    /// "[celeryd: celery@host:MainProcess] ...", and nobody looks for celeryd.
    /// </summary>
    private static string? Titled(IReadOnlyList<string> words) =>
        words is [var title, ..] && title.IndexOf(' ') is > 0 and var end && FileName(title[..end].TrimEnd(':').TrimStart('[')) is { Length: > 0 } name
            ? Cut(name) : null;

    internal static string? Script(IReadOnlyList<string> words) =>
        words.Count > 0 && Interpreter.Of(FileName(words[0]))?.ScriptOf(words) is { } script ? Cut(script) : null;

    private static string FileName(string word) => Path.GetFileName(word);

    private static string Cut(string name) => name.Length <= Longest ? name : name[..Longest];
}
