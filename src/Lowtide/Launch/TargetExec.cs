using System.Runtime.InteropServices;

namespace Lowtide.Launch;

/// <summary>
/// Turns this process into the target: same pid, and limit, signal dispositions and mask as the caller had them.
/// Everything else (working directory, umask, priority, terminal, open files) Lowtide never changed; what the runtime
/// opened is closed on exec.
/// </summary>
internal static unsafe class TargetExec
{
    public const int CannotRun = 126, NotFound = 127; // as env(1) and the shells end

    /// <exception cref="Failure">It could not be started; exit code 127 if it was not found, otherwise 126.</exception>
    public static void Become(Caller caller, TargetCommand command, EnvironmentBlock environment)
    {
        using var arguments = new StringVector(command.Words);
        using var entries = new StringVector(environment.Entries);
        RestoreLimit(caller.SoftOpenFiles);
        RestoreSignals(caller);
        Tell(caller.GuardDescriptor, (byte)'E');
        Libc.Execute(arguments.Pointers[0], arguments.Pointers, entries.Pointers);
        var error = Marshal.GetLastPInvokeError();
        Tell(caller.GuardDescriptor, (byte)'!');
        throw Cannot(command.Text[0], error);
    }

    private static void RestoreLimit(ulong soft)
    {
        var limits = stackalloc ulong[2];
        if (Libc.GetLimit(Libc.OpenFiles, limits) == 0 && limits[0] != soft)
        {
            limits[0] = soft;
            if (Libc.SetLimit(Libc.OpenFiles, limits) != 0)
                throw new Failure($"cannot set the limit of open files to {soft}: {Marshal.GetLastPInvokeErrorMessage()}");
        }
    }

    /// <summary>
    /// Handlers fall back to the default by themselves on exec (execve(2)); only what is wrongly ignored, or
    /// no longer ignored, needs a hand. Taking away a handler that the runtime still uses would be a risk (it stops its
    /// threads by SIGRTMIN), so no other is touched.
    /// </summary>
    private static void RestoreSignals(Caller caller)
    {
        var action = stackalloc nint[4];
        var wanted = stackalloc nint[4];
        for (var signal = 1; signal <= 64; signal++)
        {
            Libc.SignalAction(signal, null, action);
            var ignored = action[0] == Libc.IgnoreSignal;
            wanted[0] = ignored ? Libc.DefaultDisposition : Libc.IgnoreSignal;
            if (ignored != caller.Ignores(signal))
                Libc.SignalAction(signal, wanted, null);
        }
        Libc.SetSignalMask(caller.BlockedSignals);
    }

    private static void Tell(int? guard, byte what)
    {
        if (guard is not { } descriptor)
            return;
        Libc.Control(descriptor, 2, 1);
        Libc.Write(descriptor, &what, 1);
    }

    private static Failure Cannot(string command, int error) => error switch
    {
        Libc.NoEntry when command.Contains('/') && File.Exists(command) =>
            new($"cannot run {command}: the interpreter that its #! line or ELF header names is missing", NotFound),
        Libc.NoEntry when command.Contains('/') => new($"no file {command}: check the path of the command", NotFound),
        Libc.NoEntry => new($"no command '{command}' on PATH: check its name, or give its path", NotFound),
        Libc.AccessDenied =>
            new($"cannot run {command}: not executable for this user (chmod +x, or is it mounted noexec?)", CannotRun),
        _ => new($"cannot run {command}: {Marshal.GetPInvokeErrorMessage(error)}", CannotRun),
    };
}
