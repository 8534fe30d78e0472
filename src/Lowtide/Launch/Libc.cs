using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Launch;

/// <summary>The system calls of launching. Each returns -1 and sets errno on failure unless said otherwise.</summary>
internal static unsafe partial class Libc
{
    public const int NoEntry = 2, Interrupted = 4, TryAgain = 11, AccessDenied = 13, BrokenPipe = 32;
    public const nint DefaultDisposition = 0, IgnoreSignal = 1;
    public const int OpenFiles = 7, CloseOnExec = 0x80000, WorkingDirectory = -100;
    public const int SigKill = 9, WithoutWaiting = 1;

    /// <summary>Searches PATH as execvp(3) does, and runs a text file without #! by /bin/sh.</summary>
    [LibraryImport("libc", EntryPoint = "execvpe", SetLastError = true)]
    public static partial int Execute(byte* file, byte** arguments, byte** environment);

    /// <summary>
    /// rt_sigaction(2), by number: the C library's wrapper keeps signals 32 and 33 to itself, and its
    /// posix_spawn leaves 32 ignored in the child (glibc, spawni.c). The kernel's struct sigaction is 32 bytes on
    /// x86-64, the handler first; for the dispositions here the rest is 0.
    /// </summary>
    public static nint SignalAction(int signal, nint* action, nint* old) =>
        SystemCall(13, signal, action, old, sizeof(ulong));

    /// <summary>rt_sigprocmask(2) of this thread; signal N is bit N-1.</summary>
    public static nint SetSignalMask(ulong mask) => SystemCall(14, /* SIG_SETMASK */ 2, &mask, null, sizeof(ulong));

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint first, void* second, void* third, nint size);

    /// <summary>The limits: soft, then hard.</summary>
    [LibraryImport("libc", EntryPoint = "getrlimit", SetLastError = true)]
    public static partial int GetLimit(int resource, ulong* limits);

    [LibraryImport("libc", EntryPoint = "setrlimit", SetLastError = true)]
    public static partial int SetLimit(int resource, ulong* limits);

    /// <summary>PR_SET_MEMORY_MERGE (include/uapi/linux/prctl.h), Linux 6.4: kept over fork and execve.</summary>
    public static bool MergePages() => Control(67, 1, 0, 0, 0) == 0;

    /// <summary>PR_SET_CHILD_SUBREAPER: of this process, and not of those that it starts.</summary>
    public static bool BecomeSubreaper() => Control(36, 1, 0, 0, 0) == 0;

    [LibraryImport("libc", EntryPoint = "prctl", SetLastError = true)]
    private static partial int Control(int option, nuint second, nuint third, nuint fourth, nuint fifth);

    /// <summary>fcntl(2) with F_SETFD (2) and FD_CLOEXEC (1).</summary>
    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    public static partial int Control(int descriptor, int operation, int argument);

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    public static partial int Lock(SafeFileHandle file, int operation, FileLock.Range* range);

    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    public static partial int LockFile(SafeFileHandle file, int operation);

    [LibraryImport("libc", EntryPoint = "openat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial SafeFileHandle OpenAt(int folder, string path, int flags, uint mode);

    [LibraryImport("libc", EntryPoint = "mkdirat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int MakeAt(int folder, string name, uint mode);

    [LibraryImport("libc", EntryPoint = "unlinkat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int UnlinkAt(int folder, string name, int flags);

    [LibraryImport("libc", EntryPoint = "fchmod", SetLastError = true)]
    public static partial int ChangeMode(SafeFileHandle file, uint mode);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    public static partial int Sync(SafeFileHandle file);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    public static partial nint Write(int descriptor, byte* bytes, nint count);

    /// <summary>Until it takes something, or an error.</summary>
    public static void WaitToWrite(int descriptor)
    {
        var one = new Polled(descriptor, /* POLLOUT */ 4, 0);
        _ = Poll(&one, 1, -1);
    }

    /// <returns>False where waiting failed.</returns>
    public static bool WaitForNoReader(int descriptor)
    {
        var one = new Polled(descriptor, 0, 0);
        int ready;
        do
            ready = Poll(&one, 1, -1);
        while (ready < 0 && Marshal.GetLastPInvokeError() == Interrupted);
        return ready > 0;
    }

    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    private static partial int Poll(Polled* these, nuint count, int milliseconds);

    /// <summary>struct pollfd, poll(2).</summary>
    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct Polled(int Descriptor, short Asked, short Told);

    [LibraryImport("libc", EntryPoint = "geteuid")]
    public static partial uint EffectiveUser();

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    public static partial int Signal(int pid, int signal);

    [LibraryImport("libc", EntryPoint = "pipe2", SetLastError = true)]
    public static partial int Pipe(int* ends, int flags);

    /// <summary>posix_spawn(3): 0 or the error's number.</summary>
    [LibraryImport("libc", EntryPoint = "posix_spawn", StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Spawn(
        int* pid, string path, void* fileActions, void* attributes, byte** arguments, byte** environment);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_init")]
    public static partial int InitFileActions(void* actions);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_adddup2")]
    public static partial int AddDuplicate(void* actions, int descriptor, int copy);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_destroy")]
    public static partial int DestroyFileActions(void* actions);

    [LibraryImport("libc", EntryPoint = "waitpid", SetLastError = true)]
    public static partial int Wait(int pid, int* status, int options);
}
