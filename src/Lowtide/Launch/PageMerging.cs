using System.Text;
using Lowtide.Analysis.Remedies;
using Lowtide.Capture.Machine;

namespace Lowtide.Launch;

/// <summary>KSM for what this process becomes. It acts on the process that asks, so only the launcher can ask for another.</summary>
internal static class PageMerging
{
    /// <exception cref="Failure">The kernel is too old for it, or was built without it.</exception>
    public static void SwitchOn()
    {
        if (!Libc.MergePages())
            throw new Failure("kernel.merge-pages: this kernel cannot do it for a process (PR_SET_MEMORY_MERGE: Linux 6.4 or later, with CONFIG_KSM)");
        if (KsmDaemon.IsOn() == false)
            Say($"kernel.merge-pages: nothing is merged yet, as ksmd is off; {MergePages.HowToStart}");
    }

    /// <summary>Not by System.Console, which would change the terminal's settings for the command.</summary>
    private static unsafe void Say(string text)
    {
        fixed (byte* bytes = Encoding.UTF8.GetBytes($"lowtide: {text}\n"))
            Libc.Write(2, bytes, Encoding.UTF8.GetByteCount(text) + 10);
    }
}
