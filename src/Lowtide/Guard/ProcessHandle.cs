using System.Runtime.InteropServices;
using Lowtide.Capture.Serving;
using Lowtide.Capture.Sources;
using Lowtide.Guard.Doors;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Guard;

/// <summary>One process, whoever gets its pid later: pidfd_open(2). What is sent by it reaches that very process or nobody.</summary>
internal sealed partial class ProcessHandle : IDisposable
{
    private const int NoProcess = 3, NotPermitted = 1;

    private readonly SafeFileHandle _handle;
    private readonly (int Pid, long StartTicks) _process;

    private ProcessHandle(SafeFileHandle handle, (int Pid, long StartTicks) process) => (_handle, _process) = (handle, process);

    /// <returns>Null where it has gone.</returns>
    /// <exception cref="DoorException">There is no such call here.</exception>
    public static ProcessHandle? TryOpen(int pid, long startTicks)
    {
        var handle = Native.Open(434, pid, 0);
        if (handle < 0)
            return Marshal.GetLastPInvokeError() is var error && error == NoProcess ? null : throw new DoorException(
                $"a process cannot be held by pidfd_open(2), which Linux has from 5.3 on, and which a container may refuse (error {error})");
        var opened = new ProcessHandle(new SafeFileHandle(handle, ownsHandle: true), (pid, startTicks));
        // Asked after it was opened: then it is that one's.
        if (Procfs.Stat(pid) is { IsZombie: false } stat && stat.StartTicks == startTicks)
            return opened;
        opened.Dispose();
        return null;
    }

    /// <summary>Why none can be held here; null where they can.</summary>
    public static string? Missing
    {
        get
        {
            try
            {
                using var own = Procfs.Stat(Environment.ProcessId) is { } stat ? TryOpen(stat.Pid, stat.StartTicks) : null;
                return null;
            }
            catch (DoorException missing)
            {
                return missing.Message;
            }
        }
    }

    public bool HasEnded
    {
        get
        {
            var one = new Polled(_handle.DangerousGetHandle().ToInt32(), /* POLLIN */ 1, 0);
            unsafe
            {
                return Native.Poll(&one, 1, 0) > 0;
            }
        }
    }

    /// <summary>A signal that it catches: what it does not, ends it in the middle of its work, stops it, or does nothing.</summary>
    /// <exception cref="DoorException">It has gone, does not catch it, or may not be sent it.</exception>
    public void Send(int signal) => SendIf(signal, () => true);

    /// <param name="holds">Asked last.</param>
    /// <returns>Whether it was sent.</returns>
    /// <inheritdoc cref="Send"/>
    public bool SendIf(int signal, Func<bool> holds)
    {
        var name = Signals.Name(signal);
        if (!ServerNow.Catches(_process.Pid, signal))
            throw new DoorException(HasEnded ? $"process {_process.Pid} has ended" : $"process {_process.Pid} does not catch {name}");
        if (!holds())
            return false;
        Deliver(signal);
        return true;
    }

    /// <summary>SIGKILL, which nobody catches.</summary>
    /// <inheritdoc cref="Send"/>
    public void Kill() => Deliver(Signals.Kill);

    private void Deliver(int signal)
    {
        if (Native.Send(424, _handle, signal, 0, 0) == 0)
            return;
        throw new DoorException(Marshal.GetLastPInvokeError() switch
        {
            NoProcess => $"process {_process.Pid} has ended",
            NotPermitted => $"{Signals.Name(signal)} to process {_process.Pid} is not permitted: run Lowtide as its user, or with CAP_KILL "
                + "(sudo; for the service see docs/guard.md)",
            var error => $"{Signals.Name(signal)} to process {_process.Pid} could not be sent (error {error})",
        });
    }

    public void Dispose() => _handle.Dispose();

    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct Polled(int Descriptor, short Asked, short Told);

    private static unsafe partial class Native
    {
        [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
        internal static partial int Open(nint number, int pid, uint flags);

        [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
        internal static partial int Send(nint number, SafeFileHandle process, int signal, nint information, uint flags);

        [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
        internal static partial int Poll(Polled* these, nuint count, int milliseconds);
    }
}
