using System.Diagnostics;

namespace Lowtide.Tests.Pure.Commands.Packaging;

/// <summary>A program that reads what Lowtide wrote: a shell, or one that sets man pages.</summary>
internal static class Shell
{
    /// <summary>All that it says, on both streams, and its status behind it unless that is 0.</summary>
    public static string Says(string folder, string program, params string[] arguments)
    {
        Assert.SkipUnless(IsThere(program), $"{program} is not installed: eng/install-packages test");
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // A shell's own settings, and its history, are looked for there.
        start.Environment["HOME"] = folder;
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return output + error.Result + (process.ExitCode == 0 ? "" : $"status {process.ExitCode}");
    }

    private static bool IsThere(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':')
        .Any(folder => File.Exists(Path.Combine(folder, program)));
}
