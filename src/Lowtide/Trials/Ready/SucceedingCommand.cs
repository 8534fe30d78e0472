using System.Diagnostics;
using Lowtide.Launch;
using Lowtide.Trials.Arms;

namespace Lowtide.Trials.Ready;

/// <summary>A worker without an address, that is ready once a command of its user's says so.</summary>
internal sealed class SucceedingCommand(ReadySign.Command sign, TimeSpan timeout, TimeProvider time) : Readiness(sign, timeout, time)
{
    /// <summary>A command that asks over a broker takes a while.</summary>
    private static readonly TimeSpan OneTry = TimeSpan.FromSeconds(30);

    /// <summary>What it prints is for nobody: it is asked many times.</summary>
    private const string Silently = "exec /bin/sh -c \"$1\" </dev/null >/dev/null 2>&1";

    private readonly string _line = sign.Line;

    private readonly TimeProvider _time = time;

    public override async Task<bool> IsFreeAsync(CancellationToken cancellation) => await AskAsync(cancellation) is not null;

    public override string InUse(Arm? last) => last is null
        ? $"the command of --ready-command succeeds before the server is started: a worker runs already. "
            + $"Give the trial's a queue or broker of its own, or a command that asks it alone ({_line})"
        : $"the command of --ready-command succeeds after a run of {last.Name}, though all that it started has ended ({_line})";

    public override Task WarmAsync(CancellationToken cancellation) => Task.CompletedTask;

    protected override async Task<string?> AskAsync(CancellationToken cancellation)
    {
        var start = new ProcessStartInfo("/bin/sh", ["-c", Silently, "sh", _line]) { UseShellExecute = false };
        Caller.GiveBack(start.Environment);
        using var shell = Started(start);
        try
        {
            await shell.WaitForExitAsync(cancellation).WaitAsync(OneTry, _time, cancellation);
            return shell.ExitCode == 0 ? null : $"it ends with status {shell.ExitCode}";
        }
        catch (TimeoutException)
        {
            return $"it did not end within {OneTry.TotalSeconds:0} s";
        }
        finally
        {
            if (!shell.HasExited)
                shell.Kill(entireProcessTree: true);
            else
                Orphans.Forget(shell.Id);
        }
    }

    private static Process Started(ProcessStartInfo start)
    {
        lock (Orphans.Gate)
        {
            var shell = Process.Start(start)!;
            Orphans.Spare(shell.Id);
            return shell;
        }
    }
}
