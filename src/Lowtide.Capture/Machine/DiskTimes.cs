using System.Globalization;

namespace Lowtide.Capture.Machine;

/// <summary>How long each disk has had something to do since the machine started, in milliseconds: /proc/diskstats, admin-guide/iostats.rst.</summary>
internal sealed record DiskTimes(IReadOnlyDictionary<string, long> BusyMilliseconds)
{
    /// <summary>The device's name is the third word, io_ticks its tenth figure. Partitions are listed as their disks are.</summary>
    public static DiskTimes? Parse(string? text)
    {
        if (text is null)
            return null;
        var busy = new Dictionary<string, long>();
        foreach (var line in text.Split('\n'))
            if (line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is { Length: >= 13 } words
                && long.TryParse(words[12], CultureInfo.InvariantCulture, out var milliseconds))
                busy[words[2]] = milliseconds;
        return new DiskTimes(busy);
    }

    /// <summary>Of the busiest one; a partition is never busier than its disk. Null where there is none, or none was there before.</summary>
    public double? BusiestSince(DiskTimes earlier) => BusyMilliseconds
        .Where(disk => earlier.BusyMilliseconds.ContainsKey(disk.Key))
        // The kernel's counters wrap around.
        .Max(disk => (double?)Math.Max(0, disk.Value - earlier.BusyMilliseconds[disk.Key])) / 1000;
}
