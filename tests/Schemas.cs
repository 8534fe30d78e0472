using System.Diagnostics;

namespace Lowtide.Tests;

/// <summary>Holds documents to docs/schemas by eng/check-schema.py, as whoever relies on them may.</summary>
internal static class Schemas
{
    /// <summary>Debian's own: python3-jsonschema is a module of this one only.</summary>
    private const string Python = "/usr/bin/python3";

    private static readonly Lazy<string?> Missing = new(() =>
        !File.Exists(Python) ? $"there is no {Python}"
        : Run(["-c", "import jsonschema"], "").ExitCode != 0 ? "python3-jsonschema is not installed"
        : null);

    /// <summary>Skips where no validator is installed.</summary>
    public static void MustHold(string document)
    {
        var (exitCode, said) = Check([], document);
        Assert.True(exitCode == 0, $"{said}{document}");
    }

    public static void MustRefuse(string document) => Assert.Equal(1, Check([], document).ExitCode);

    public static (int ExitCode, string Said) Check(IReadOnlyList<string> arguments, string document)
    {
        Assert.SkipWhen(Missing.Value is not null, Missing.Value ?? "");
        return Run([Path.Combine(SourceTree.Root(), "eng", "check-schema.py"), .. arguments], document);
    }

    public static IEnumerable<string> Files() =>
        Directory.EnumerateFiles(Path.Combine(SourceTree.Root(), "docs", "schemas"), "*.schema.json").Select(path => Path.GetFileName(path)!).Order();

    private static (int ExitCode, string Said) Run(IEnumerable<string> arguments, string input)
    {
        using var process = Process.Start(new ProcessStartInfo(Python, arguments)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var error = process.StandardError.ReadToEndAsync();
        process.StandardInput.Write(input);
        process.StandardInput.Close();
        var said = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, said + error.Result);
    }
}
