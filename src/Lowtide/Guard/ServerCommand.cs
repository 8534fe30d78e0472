using System.ComponentModel;
using System.Diagnostics;
using Lowtide.Capture.Serving;
using Lowtide.Capture.Sources;
using Lowtide.Guard.Doors;
using Lowtide.Writing;

namespace Lowtide.Guard;

/// <summary>
/// A command that the person gave, run by a shell as the user that the server runs as, in its folder and with its variables: never with more than that user
/// may.
/// The variables are set once it is that user, for one of them may name a library to load.
/// </summary>
internal static class ServerCommand
{
    private const int MostCharacters = 64 << 10, LongestReason = 200;

    /// <exception cref="DoorException">It could not be started, ended with an error, or did not end in time; it is killed then.</exception>
    public static async Task<string> RunAsync(
        int server, string command, IReadOnlyList<string> words, TimeSpan within, TimeProvider time, CancellationToken cancellation)
    {
        using var shell = Start(server, command, words);
        // What has ended is a zombie until it is waited for, and keeps its pid.
        using var handle = Procfs.Stat(shell.Id) is { } stat ? ProcessHandle.TryOpen(shell.Id, stat.StartTicks) : null;
        using var late = new CancellationTokenSource(within, time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(late.Token, cancellation);
        try
        {
            var said = ReadAsync(shell.StandardOutput, end.Token);
            var wrong = ReadAsync(shell.StandardError, end.Token);
            await shell.WaitForExitAsync(end.Token);
            var output = await said;
            return shell.ExitCode == 0 ? output : throw new DoorException($"'{command}' failed with status {shell.ExitCode}: {Reason(await wrong, output)}");
        }
        catch (OperationCanceledException)
        {
            // dash runs the last command of a line in its own place: then this is that one. By a pid alone the guard may signal nobody (privileges.c).
            if (handle?.HasEnded == false)
                handle.Kill();
            cancellation.ThrowIfCancellationRequested();
            throw new DoorException($"'{command}' did not end within {within.TotalSeconds:0} s");
        }
    }

    private static Process Start(int server, string command, IReadOnlyList<string> words)
    {
        var around = ServerSurroundings.Of(server)
            ?? throw new DoorException("its commands cannot be run where it is: Lowtide sees other files than it does, or may not see it");
        if (!around.IsOwn && (Procfs.OwnUserId != 0 || around.User is null))
            throw new DoorException("its commands are run as its user, and Lowtide cannot become that one: run it as root, or as that user");
        var start = new ProcessStartInfo("/bin/sh", ["-c", command, "sh", .. words])
        {
            UseShellExecute = false, UserName = around.IsOwn ? "" : around.User, WorkingDirectory = around.Folder,
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
        };
        if (around.Environment is { } variables)
        {
            start.Environment.Clear();
            foreach (var (name, value) in variables)
                start.Environment[name] = value;
        }
        try
        {
            var shell = Process.Start(start)!;
            shell.StandardInput.Close();
            return shell;
        }
        catch (Win32Exception failure)
        {
            throw new DoorException($"'{command}' could not be started: {failure.Message}");
        }
    }

    /// <summary>All of it is read, so that nobody waits for a full pipe; the beginning is kept.</summary>
    private static async Task<string> ReadAsync(StreamReader from, CancellationToken cancellation)
    {
        var (text, part) = (new System.Text.StringBuilder(), new char[4096]);
        while (await from.ReadAsync(part, cancellation) is > 0 and var read)
            text.Append(part, 0, Math.Min(read, MostCharacters - text.Length));
        return text.ToString();
    }

    /// <summary>Its last line: a traceback ends with what was wrong.</summary>
    private static string Reason(string wrong, string said)
    {
        var lines = $"{said}\n{wrong}".Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        var line = Screen.Plain(lines.LastOrDefault() ?? "it said nothing");
        return line.Length > LongestReason ? $"{line[..LongestReason]}..." : line;
    }
}
