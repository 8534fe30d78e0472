using System.Globalization;

namespace Lowtide.Capture.Sources;

public enum MemoryAccessState
{
    Permitted,
    Denied,

    /// <summary>No such process, or one without memory: a zombie or a kernel thread.</summary>
    Gone,

    /// <summary>This kernel, or a filter around Lowtide, does not offer it.</summary>
    Unsupported,
}

/// <summary>Whether a process's memory may be read and, if not, what would permit it.</summary>
/// <param name="Mend">The capability or setting that would permit it; null where nothing is missing or would help.</param>
public sealed record MemoryAccess(MemoryAccessState State, string? Why = null, string? Mend = null)
{
    public static readonly MemoryAccess Permitted = new(MemoryAccessState.Permitted);

    internal const int NoFile = 2, NoProcess = 3;

    private const int NotPermitted = 1, AccessDenied = 13;

    private const string YamaFile = "/proc/sys/kernel/yama/ptrace_scope";

    /// <param name="errno">Of opening /proc/PID/mem: it asks as ptrace(2) does, "Ptrace access mode checking".</param>
    internal static MemoryAccess FromErrno(int errno) => errno switch
    {
        NoProcess or NoFile => new(MemoryAccessState.Gone, "the process has ended"),
        NotPermitted or AccessDenied => new(
            MemoryAccessState.Denied,
            "reading another process's memory is not permitted",
            Permit(YamaScope(), Has(TraceCapability), Has(ReadCapability))),
        _ => new(MemoryAccessState.Unsupported, $"/proc/PID/mem cannot be opened (error {errno})"),
    };

    /// <summary>
    /// What would permit a read that was refused: ptrace(2), "Ptrace access mode checking", and
    /// Documentation/admin-guide/LSM/Yama.rst. Who may trace still has to open the file, whose mode is 0600: capabilities(7).
    /// </summary>
    internal static string Permit(int? yamaScope, bool mayTrace, bool mayOpen = false) => (yamaScope, mayTrace) switch
    {
        (3, _) => "kernel.yama.ptrace_scope is 3: no capability permits it, only a restart with a lower scope",
        (_, true) when mayOpen => Elsewhere,
        (_, true) => "run Lowtide with CAP_DAC_READ_SEARCH too (sudo): only its user and who has that can open /proc/PID/mem",
        (2, _) => $"run Lowtide with {Capabilities} (kernel.yama.ptrace_scope is 2)",
        (1, _) => $"run Lowtide with {Capabilities}, or as the target's user with kernel.yama.ptrace_scope=0",
        _ => $"run Lowtide with {Capabilities}, or as the target's user if the target is dumpable (not set-uid, "
            + "prctl PR_SET_DUMPABLE 1)",
    };

    /// <summary>To read the memory and the page tables of any user's process.</summary>
    internal const string Capabilities = "CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH (sudo)";

    /// <summary>Among other things to connect to another user's socket: CAP_DAC_OVERRIDE.</summary>
    internal static bool MayWriteAnywhere => Has(1);

    internal static bool MayTrace => Has(TraceCapability);

    private const int TraceCapability = 19; // CAP_SYS_PTRACE, include/uapi/linux/capability.h

    private const int ReadCapability = 2; // CAP_DAC_READ_SEARCH

    /// <summary>A capability holds in its own user namespace and those below: user_namespaces(7).</summary>
    private const string Elsewhere =
        "Lowtide has CAP_SYS_PTRACE here, which does not reach that process: run Lowtide in its user namespace (on the host rather than in a container)";

    /// <summary>What would permit a look at the mappings of a process, for which tracing alone is enough.</summary>
    /// <param name="otherwise">Without CAP_SYS_PTRACE.</param>
    internal static string PermitMappings(string otherwise) => PermitMappings(otherwise, Has(TraceCapability));

    internal static string PermitMappings(string otherwise, bool mayTrace) => mayTrace ? Elsewhere : otherwise;

    private static bool Has(int capability) =>
        Procfs.Status(Environment.ProcessId) is { } status && Procfs.ValueOf("CapEff", status) is { } effective
        && ulong.TryParse(effective, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var bits)
        && (bits >> capability & 1) == 1;

    private static int? YamaScope()
    {
        try
        {
            return int.TryParse(File.ReadAllText(YamaFile), out var scope) ? scope : null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
