using Lowtide.Capture.Machine;

namespace Lowtide.Launch;

/// <summary>KSM for what this process becomes. It acts on the process that asks, so only the launcher can ask for another.</summary>
internal static class PageMerging
{
    /// <returns>Whether the kernel's daemon is at work, without which nothing is merged; null where that could not be read.</returns>
    /// <exception cref="Failure">The kernel is too old for it, or was built without it.</exception>
    public static bool? SwitchOn() => Libc.MergePages()
        ? KsmDaemon.IsOn()
        : throw new Failure("kernel.merge-pages: this kernel cannot do it for a process (PR_SET_MEMORY_MERGE: Linux 6.4 or later, with CONFIG_KSM)");
}
