using System.Globalization;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Launch;

/// <summary>
/// A guard (guard.c) and the two pipes to it. Started with posix_spawn: System.Diagnostics.Process would decode
/// the environment to strings and set the terminal up for its child.
/// </summary>
internal sealed class GuardProcess : IDisposable
{
    private readonly int _pid;
    private readonly FileStream _control;
    private readonly StreamReader _reports;

    private GuardProcess(int pid, int control, int reports)
    {
        _pid = pid;
        _control = new FileStream(new SafeFileHandle(control, ownsHandle: true), FileAccess.Write, bufferSize: 0);
        var incoming = new SafeFileHandle(reports, ownsHandle: true);
        _reports = new StreamReader(new FileStream(incoming, FileAccess.Read, bufferSize: 0));
    }

    /// <exception cref="Failure">The guard could not be started.</exception>
    public static unsafe GuardProcess Start(string guard, IReadOnlyList<byte[]> arguments, EnvironmentBlock environment)
    {
        var control = stackalloc int[2];
        var reports = stackalloc int[2];
        var actions = stackalloc byte[512]; // posix_spawn_file_actions_t: 80 bytes in glibc, the same in musl
        int pid = 0, error;
        if (Libc.Pipe(control, Libc.CloseOnExec) != 0 || Libc.Pipe(reports, Libc.CloseOnExec) != 0)
            throw new Failure($"cannot make a pipe to the guard: {Marshal.GetLastPInvokeErrorMessage()}");
        using var argv = new StringVector(arguments);
        using var envp = new StringVector(environment.Entries);
        error = Libc.InitFileActions(actions);
        if (error == 0)
            error = Libc.AddDuplicate(actions, control[0], 0);
        if (error == 0)
            error = Libc.AddDuplicate(actions, reports[1], 1);
        if (error == 0)
            lock (Orphans.Gate)
            {
                error = Libc.Spawn(&pid, guard, actions, null, argv.Pointers, envp.Pointers);
                Orphans.Spare(pid);
            }
        _ = Libc.DestroyFileActions(actions);
        new SafeFileHandle(control[0], ownsHandle: true).Dispose();
        new SafeFileHandle(reports[1], ownsHandle: true).Dispose();
        var process = new GuardProcess(pid, control[1], reports[0]);
        if (error == 0)
            return process;
        process.Dispose();
        throw new Failure($"cannot start {guard}: {Marshal.GetPInvokeErrorMessage(error)} (is lib/ whole?)");
    }

    /// <summary>The next line: a word and its number (0 where it has none); null when no descendant is left.</summary>
    public async Task<(string What, int Number)?> ReportAsync()
    {
        if (await _reports.ReadLineAsync() is not { } line)
            return null;
        var words = line.Split(' ');
        return (words[0], words.Length > 1 ? int.Parse(words[1], NumberStyles.None, CultureInfo.InvariantCulture) : 0);
    }

    /// <summary>Sends a signal to the server, if it still runs.</summary>
    public void Signal(int signal)
    {
        try
        {
            _control.Write([(byte)signal]);
        }
        catch (IOException)
        {
            // The guard has ended, so nobody is left to get it.
        }
    }

    /// <summary>Closes the control pipe: the guard kills everything below it.</summary>
    public void KillAll() => _control.Dispose();

    /// <summary>Takes the ended guard off the process table; call it after the last report.</summary>
    /// <returns>The signal that killed it; null of one that ended by itself, which is when nothing is left below it.</returns>
    public unsafe int? Reap()
    {
        int status = 0;
        var reaped = Libc.Wait(_pid, &status, 0) == _pid;
        Orphans.Forget(_pid);
        return reaped && (status & 0x7F) is > 0 and var signal ? signal : null; // WTERMSIG, wait(2)
    }

    public void Dispose()
    {
        _control.Dispose();
        _reports.Dispose();
    }
}
