using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>What a process held of its own over a recording: what a limit on private bytes is compared with.</summary>
internal static class PrivateBytes
{
    /// <summary>
    /// Where only the resident size was read, less what was not private at the last full reading: code and files, of which a program that has
    /// started takes hardly any more.
    /// </summary>
    /// <returns>In order of time; empty where it was never read in full.</returns>
    public static IReadOnlyList<(double At, long Bytes)> Of(Recording recording, int pid)
    {
        var (told, others) = (new List<(double, long)>(), (long?)null);
        foreach (var sample in recording.Samples)
        {
            if (sample.Pid != pid)
                continue;
            if (sample.Memory is { RssBytes: { } all, PrivateBytes: { } own })
                others = all - own;
            if ((sample.Memory.PrivateBytes ?? sample.Memory.RssBytes - others) is { } bytes)
                told.Add((sample.Seconds, bytes));
        }
        return told;
    }
}
