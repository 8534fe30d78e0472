using System.Diagnostics;
using System.Globalization;
using Lowtide.Tests.Live.Hostile;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Torture;

/// <summary>
/// One call of Lowtide that is to end soon, with status 0 or 1, with no more memory than <see cref="Rack.MostBytes"/>, and to say at most one line of what went
/// wrong.
/// </summary>
internal static class Bounded
{
    /// <summary>Of a machine that has others to serve; a call takes a second or two by itself.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(90);

    private static readonly TimeSpan AfterKill = TimeSpan.FromSeconds(20);

    /// <param name="words">Beginning with the program, which is Lowtide's or one that becomes it.</param>
    /// <param name="silent">What it says of an error goes nowhere.</param>
    public static Ran Run(Rack rack, int number, IReadOnlyList<string> words, bool silent = false, params (string Name, string Value)[] variables)
    {
        var start = new ProcessStartInfo(words[0], words.Skip(1))
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Ran.Folder,
        };
        foreach (var (name, value) in variables)
            start.Environment[name] = value;
        var (began, most) = (Stopwatch.StartNew(), (long?)null);
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        while (!process.WaitForExit(10) && began.Elapsed < Limit)
            most = PeakBytes(process.Id) is { } bytes && bytes > (most ?? 0) ? bytes : most;
        var call = string.Join(' ', words.Skip(1).Select(word => word.All(char.IsDigit) ? "PID" : Path.GetFileName(word)));
        if (!process.HasExited)
        {
            process.Kill(entireProcessTree: true);
            rack.Wrong($"'{call}' did not end within {Limit.TotalSeconds} s", number);
        }
        // One whose thread waits within a read of the kernel's outlives its kill for as long as its target lives, which ends only after this.
        if (!process.WaitForExit(AfterKill) || !Task.WaitAll([output, error], AfterKill))
        {
            rack.Wrong($"'{call}' is still there after kill -9, or somebody that it started", number);
            return new Ran(process.Id, 0, "", "");
        }
        var ran = new Ran(process.Id, process.ExitCode, output.Result, error.Result);
        rack.Tried(began.Elapsed, most);
        if (most > Rack.MostBytes)
            rack.Wrong($"'{call}' had {most >> 20} MiB resident", number);
        if (ran.Error.Contains("a bug in Lowtide", StringComparison.Ordinal))
            rack.Wrong($"'{call}' ended in a bug: {ran.Error.ReplaceLineEndings(" | ")}", number);
        else if (ran.ExitCode is not (0 or 1) || ran.Errors.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length != (silent ? 0 : ran.ExitCode))
            rack.Wrong($"'{call}' ended with {ran.ExitCode} and said: {ran.Error.ReplaceLineEndings(" | ")}", number);
        return ran;
    }

    /// <summary>Nothing of what it shows drives a terminal, where it is none.</summary>
    public static void Plain(Rack rack, int number, Ran ran)
    {
        if (Driving.In(ran.Output + ran.Error) is { Length: > 0 } driving)
            rack.Wrong($"shows {driving}", number);
    }

    /// <summary>The most that was resident until now, proc_pid_status(5); null while it is not Lowtide, or no more.</summary>
    private static long? PeakBytes(int pid)
    {
        try
        {
            return Mark.CommandLine(pid).StartsWith(Built.Lowtide, StringComparison.Ordinal)
                && File.ReadLines($"/proc/{pid}/status").FirstOrDefault(line => line.StartsWith("VmHWM:", StringComparison.Ordinal)) is { } line
                && long.TryParse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2], CultureInfo.InvariantCulture, out var kilobytes)
                    ? kilobytes * 1024 : null;
        }
        catch (IOException)
        {
            return null;
        }
    }
}
