using Lowtide.Recordings;
using Lowtide.Recordings.Storage;

namespace Lowtide.Commands;

/// <summary>Names of recordings.</summary>
internal static class RecordingFile
{
    private const int LongestName = 64;

    /// <summary>Where no name is given, of the first default one that is free: of two recorders that begin at once, the later takes the next.</summary>
    /// <exception cref="RecordingException">It cannot be written, or one of the given name is there.</exception>
    public static RecordingWriter Create(string? path, string processName, int pid, Host host)
    {
        while (true)
        {
            var name = path ?? Default(processName, pid, RecordingWriter.IsTaken);
            try
            {
                return RecordingWriter.Create(name, host);
            }
            catch (RecordingException) when (path is null && RecordingWriter.IsTaken(name))
            {
                // Another recorder was quicker.
            }
        }
    }

    /// <summary>In the current folder, after the process: "uwsgi-4711.lowtide", or "uwsgi-4711-2.lowtide" where that is taken.</summary>
    public static string Default(string processName, int pid, Func<string, bool> isTaken)
    {
        var name = $"{Safe(processName)}-{pid}";
        var path = $"{name}.lowtide";
        for (var number = 2; isTaken(path); number++)
            path = $"{name}-{number}.lowtide";
        return path;
    }

    /// <summary>
    /// A process may name itself anything: slashes, line breaks, terminal escapes. Letters, digits and . _ - stay,
    /// everything else becomes an underscore, and no name starts with a dot or looks like an option.
    /// </summary>
    internal static string Safe(string name)
    {
        var safe = string.Concat(name.Select(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '_' or '-' ? letter : '_'))
            .TrimStart('.', '-');
        return safe.Length == 0 ? "process" : safe[..Math.Min(safe.Length, LongestName)];
    }

    /// <summary>The file as the next command's TARGET, ready to paste: quoted for a shell, and never taken for a process's name.</summary>
    public static string AsTarget(string path)
    {
        if (path.StartsWith('-') || (!path.EndsWith(".lowtide", StringComparison.Ordinal) && !path.Contains('/')))
            path = $"./{path}";
        return ShellWord.Of(path);
    }
}
