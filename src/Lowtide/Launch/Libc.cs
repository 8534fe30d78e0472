using System.Runtime.InteropServices;

namespace Lowtide.Launch;

/// <summary>The system calls of launching. Each returns -1 and sets errno on failure unless said otherwise.</summary>
internal static unsafe partial class Libc
{
    public const int NotPermitted = 1, NoEntry = 2, NotExecutable = 8, AccessDenied = 13;
    public const nint DefaultDisposition = 0, IgnoreSignal = 1;
    public const int OpenFiles = 7, SetMask = 2, CloseOnExec = 0x80000, WorkingDirectory = -100, NoFollow = 0x100;

    /// <summary>Searches PATH as execvp(3) does, and runs a text file without #! by /bin/sh.</summary>
    [LibraryImport("libc", EntryPoint = "execvpe", SetLastError = true)]
    public static partial int Execute(byte* file, byte** arguments, byte** environment);

    /// <summary>signal(2): the disposition that was, or -1.</summary>
    [LibraryImport("libc", EntryPoint = "signal", SetLastError = true)]
    public static partial nint SetDisposition(int signal, nint disposition);

    /// <summary>sigaction(2). glibc's and musl's struct sigaction (152 bytes) both begin with the handler.</summary>
    [LibraryImport("libc", EntryPoint = "sigaction", SetLastError = true)]
    public static partial int GetAction(int signal, void* none, nint* action);

    /// <summary>pthread_sigmask(3): 0 or the error's number. A sigset_t is 128 bytes, signal N bit N-1.</summary>
    [LibraryImport("libc", EntryPoint = "pthread_sigmask")]
    public static partial int SetSignalMask(int how, ulong* set, ulong* old);

    /// <summary>The limits: soft, then hard.</summary>
    [LibraryImport("libc", EntryPoint = "getrlimit", SetLastError = true)]
    public static partial int GetLimit(int resource, ulong* limits);

    [LibraryImport("libc", EntryPoint = "setrlimit", SetLastError = true)]
    public static partial int SetLimit(int resource, ulong* limits);

    /// <summary>fcntl(2) with F_SETFD (2) and FD_CLOEXEC (1).</summary>
    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    public static partial int Control(int descriptor, int operation, int argument);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    public static partial nint Write(int descriptor, byte* bytes, nint count);

    [LibraryImport("libc", EntryPoint = "geteuid")]
    public static partial uint EffectiveUser();

    /// <summary>statx(2): of the 256 bytes, the owner is the u32 at 20 and the mode the u16 at 28.</summary>
    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Stat(int folder, string path, int flags, uint mask, byte* state);

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
