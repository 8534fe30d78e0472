using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>What processes held of their own over a recording: what a limit on private bytes is compared with.</summary>
internal static class PrivateBytes
{
    /// <returns>Of one process, in order of time; empty where it was never read in full.</returns>
    public static IReadOnlyList<(double At, long Bytes)> Of(Recording recording, int pid) =>
        [.. Told(recording.Samples.Where(sample => sample.Pid == pid)).Where(told => told.Bytes is not null).Select(told => (told.At, told.Bytes!.Value))];

    /// <summary>Of all processes at one second; seconds in which one of them cannot be told are left out.</summary>
    public static IEnumerable<(double At, long Bytes)> OfAll(Recording recording) =>
        recording.Samples.GroupBy(sample => sample.Pid).SelectMany(Told)
            .GroupBy(told => told.At)
            .Select(same => (At: same.Key, Bytes: same.Aggregate((long?)0, (sum, told) => sum + told.Bytes)))
            .Where(sum => sum.Bytes is not null)
            .Select(sum => (sum.At, sum.Bytes!.Value));

    /// <summary>
    /// Where only the resident size was read, less what was not private at the last full reading: code and files, of which a program that has
    /// started takes hardly any more.
    /// </summary>
    /// <param name="samples">Of one process, in order of time.</param>
    private static IEnumerable<(double At, long? Bytes)> Told(IEnumerable<Sample> samples)
    {
        long? others = null;
        foreach (var sample in samples)
        {
            if (sample.Memory is { RssBytes: { } all, PrivateBytes: { } own })
                others = all - own;
            yield return (sample.Seconds, sample.Memory.PrivateBytes ?? sample.Memory.RssBytes - others);
        }
    }
}
