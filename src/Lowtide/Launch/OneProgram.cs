using System.Runtime.InteropServices;

namespace Lowtide.Launch;

/// <summary>
/// From here on this process becomes no other program. The front's filter (privileges.c) lets execve(2) pass, for by it the front becomes Lowtide; who took
/// over a reader could become a shell by it, with the capabilities that the verb keeps.
/// </summary>
internal static partial class OneProgram
{
    // linux/bpf_common.h, linux/seccomp.h, asm/unistd_64.h. That the numbers are of x86-64 the front's filter has checked.
    private const ushort Load = 0x20, JumpIfEqual = 0x15, Return = 0x06;

    private const uint Allow = 0x7fff0000, NotPermitted = 0x00050000 | 1, Exec = 59;

    private const nint SeccompCall = 317, SetFilter = 1, ForAllThreads = 1;

    /// <summary>struct sock_filter.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct Step(ushort Code, byte IfTrue, byte IfFalse, uint Value);

    /// <summary>struct sock_fprog.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private unsafe struct Filter
    {
        public ushort Length;
        public Step* Steps;
    }

    /// <summary>Of all its threads. Where the front could set no filter, this sets none either; `lowtide doctor` says so.</summary>
    public static unsafe void Stay()
    {
        var steps = stackalloc Step[] { new(Load, 0, 0, 0), new(JumpIfEqual, 0, 1, Exec), new(Return, 0, 0, NotPermitted), new(Return, 0, 0, Allow) };
        var filter = new Filter { Length = 4, Steps = steps };
        _ = Call(SeccompCall, SetFilter, ForAllThreads, &filter);
    }

    [LibraryImport("libc", EntryPoint = "syscall")]
    private static unsafe partial nint Call(nint number, nint operation, nint flags, Filter* filter);
}
