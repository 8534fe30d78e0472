using System.Diagnostics;

namespace Lowtide.Tests.Live.Launch;

/// <summary>A command that has ended.</summary>
/// <param name="ExitCode">128 + N where signal N ended it.</param>
internal sealed record Ran(int Pid, int ExitCode, string Output, string Error)
{
    /// <summary>
    /// Where every command runs: empty, for `python -c` looks for modules in it, and whoever left a types.py in /tmp ends every Python there.
    /// One folder for all, so that one command may go on with the trial of another.
    /// </summary>
    public static string Folder { get; } = EmptyFolder();

    public static Ran Command(IReadOnlyList<string> words, params (string Name, string? Value)[] variables)
    {
        var start = new ProcessStartInfo(words[0], words.Skip(1))
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Folder,
        };
        foreach (var (name, value) in variables)
            start.Environment[name] = value;
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        var (output, error) = Patience.ForAll(process);
        return new(process.Id, process.ExitCode, output, error);
    }

    public static Ran Lowtide(params string[] arguments) => Command([Built.Lowtide, .. arguments]);

    /// <summary>What went wrong. What is said before the work begins is a note, and none.</summary>
    public string Errors => string.Join('\n', Error.Split('\n').Where(line => !line.StartsWith("note: ", StringComparison.Ordinal)));

    /// <summary>One line, as an error is to be.</summary>
    public string ErrorLine => Assert.Single(Errors.Split('\n', StringSplitOptions.RemoveEmptyEntries));

    private static string EmptyFolder()
    {
        var folder = Directory.CreateTempSubdirectory("lowtide-test-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        return folder;
    }
}
