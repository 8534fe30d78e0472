using System.Globalization;

namespace Lowtide.Capture.Machine;

/// <summary>Pages since the machine started, from /proc/vmstat; null for a counter that the kernel does not keep.</summary>
/// <param name="FileRefaults">Pages of files that were wanted again soon after they had been dropped (mm/workingset.c);
/// before Linux 5.9 one counter also has what is anonymous.</param>
internal sealed record PagingCounts(long? SwappedIn, long? SwappedOut, long? FileRefaults)
{
    public static PagingCounts Parse(string text)
    {
        var lines = text.Split('\n');
        return new PagingCounts(Number("pswpin "), Number("pswpout "), Number("workingset_refault_file ") ?? Number("workingset_refault "));

        long? Number(string key) => Array.Find(lines, line => line.StartsWith(key, StringComparison.Ordinal)) is { } line
            && long.TryParse(line.AsSpan(key.Length), CultureInfo.InvariantCulture, out var number) ? number : null;
    }
}
