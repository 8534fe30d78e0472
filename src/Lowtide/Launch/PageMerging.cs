using System.Text;

namespace Lowtide.Launch;

/// <summary>KSM for what this process becomes. It acts on the process that asks, so only the launcher can ask for another.</summary>
internal static class PageMerging
{
    private const string Switch = "/sys/kernel/mm/ksm/run";

    /// <exception cref="Failure">The kernel is too old for it, or was built without it.</exception>
    public static void SwitchOn()
    {
        if (!Libc.MergePages())
            throw new Failure("kernel.merge-pages: this kernel cannot do it for a process (PR_SET_MEMORY_MERGE: Linux 6.4 or later, with CONFIG_KSM)");
        if (Warning(File.Exists(Switch) ? File.ReadAllText(Switch).Trim() : null) is { } warning)
            Say(warning);
    }

    /// <summary>1: ksmd runs; 0 and 2: it does not (Documentation/admin-guide/mm/ksm.rst).</summary>
    internal static string? Warning(string? run) => run is "1"
        ? null
        : $"kernel.merge-pages: nothing is merged yet, as ksmd is off; as root: echo 1 > {Switch}";

    /// <summary>Not by System.Console, which would change the terminal's settings for the command.</summary>
    private static unsafe void Say(string text)
    {
        fixed (byte* bytes = Encoding.UTF8.GetBytes($"lowtide: {text}\n"))
            Libc.Write(2, bytes, Encoding.UTF8.GetByteCount(text) + 10);
    }
}
