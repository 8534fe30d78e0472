using System.Diagnostics;
using System.Text;

namespace Lowtide.Trials;

/// <summary>Runs the user's load through the shell, and ends it with the trial.</summary>
internal static class LoadCommand
{
    /// <returns>What it printed on standard output.</returns>
    /// <exception cref="Failure">It could not be run, or said by its exit status that it failed.</exception>
    public static async Task<string> RunAsync(string command, Uri url, CancellationToken cancellation)
    {
        var filled = command.Replace("{url}", url.ToString(), StringComparison.Ordinal);
        var start = new ProcessStartInfo("/bin/sh")
        {
            // The shell becomes the command where it is a single one, so that ending the process ends the load.
            ArgumentList = { "-c", filled },
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start) ?? throw new Failure("no shell to run the load with");
        process.StandardInput.Close();
        var errors = new StringBuilder();
        process.ErrorDataReceived += (_, line) => errors.AppendLine(line.Data);
        process.BeginErrorReadLine();
        try
        {
            var output = await process.StandardOutput.ReadToEndAsync(cancellation);
            await process.WaitForExitAsync(cancellation);
            if (process.ExitCode == 0)
                return output;
            var reason = LastLine(errors.ToString()) ?? LastLine(output) ?? "it printed nothing";
            throw new Failure(process.ExitCode == 127
                ? $"the load command was not found ({reason}): install it, or name another with --load"
                : $"the load command '{filled}' failed with exit status {process.ExitCode}: {reason}");
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }
    }

    private static string? LastLine(string text) =>
        text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).LastOrDefault();
}
