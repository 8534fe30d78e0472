using System.Globalization;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>
/// What one process holds, read once. smaps_rollup keeps a process from mapping memory for about 17 ms a GiB (docs/linux.md): one that has more than
/// <see cref="WholeBytes"/> is estimated instead.
/// </summary>
internal static class MemoryLook
{
    public const long WholeBytes = 1L << 30;

    /// <summary>That smaps_rollup holds the mmap lock for: 17 ms a GiB (docs/linux.md).</summary>
    public static TimeSpan ExpectedStall(long rssBytes) => StallOfGiB * rssBytes / (1L << 30);

    /// <summary>How much can be read whole in that time.</summary>
    public static long BytesWithin(TimeSpan stall) => (long)(stall / StallOfGiB * (1L << 30));

    private static readonly TimeSpan StallOfGiB = TimeSpan.FromMilliseconds(17);

    /// <summary>Of one among all processes of a machine: a sixteenth of the pages, and twice to four times the interval.</summary>
    private const int FewPieces = PssSample.MostPieces / 16;

    /// <summary>Of one that is read again and again.</summary>
    internal const int FewestPieces = FewPieces / 4;

    public static MemoryUse Of(int pid, long rssBytes) =>
        rssBytes <= WholeBytes ? Procfs.Memory(pid, rssBytes) : Estimate(pid, rssBytes, Procfs.Mappings(pid)) ?? Unread(rssBytes);

    /// <summary>Of one of many that are read again and again: from some of its pages where that is permitted.</summary>
    /// <param name="mappings">Null where they may not be read.</param>
    /// <param name="wholeBytes">Up to which it is read whole where it is not permitted.</param>
    /// <param name="whole">Whether it was.</param>
    public static MemoryUse OfMany(int pid, long rssBytes, IEnumerable<Mapping>? mappings, long wholeBytes, out bool whole)
    {
        whole = false;
        if (rssBytes > ReadWholeAsQuickly && Estimate(pid, rssBytes, mappings, FewestPieces) is { } estimate)
            return estimate;
        whole = rssBytes <= wholeBytes;
        return whole ? Procfs.Memory(pid, rssBytes) : Unread(rssBytes);
    }

    private const long ReadWholeAsQuickly = 64 << 20;

    /// <summary>As exactly as a look wants it.</summary>
    /// <param name="missing">Gets why PSS is not exact, or not there.</param>
    public static MemoryUse Of(ProcessStat stat, AddressSpace? space, CaptureOptions options, List<Unreadable> missing)
    {
        if (options.Held?.GetValueOrDefault((stat.Pid, stat.StartTicks)) is { } held)
            return held;
        if (options.Own)
            return Procfs.Memory(stat.Pid, stat.RssBytes);
        if (options is { Census: true, Limit: not null })
            return OfMany(stat.Pid, stat.RssBytes, space?.Mappings, WholeBytes, out _);
        return options.Census ? Closely(stat, space, missing) : Of(stat, space, FewPieces, missing);
    }

    private static MemoryUse Closely(ProcessStat stat, AddressSpace? space, List<Unreadable> missing)
    {
        var memory = Of(stat, space, PssSample.MostPieces, missing);
        if (memory is { PssMarginBytes: > 0 and var margin, PssBytes: > 0 and var pss })
            missing.Add(new Unreadable(
                "memory.estimated", "PSS to the byte",
                string.Create(CultureInfo.InvariantCulture, $"a process over 1 GiB is not read whole, so as not to hold it up: its PSS is an estimate within {
                    Math.Max(1, Math.Ceiling(100.0 * margin / pss)):0}%"),
                Mend: null));
        return memory;
    }

    /// <param name="missing">Gets why PSS is not there. An estimate is told from its margin.</param>
    private static MemoryUse Of(ProcessStat stat, AddressSpace? space, int mostPieces, List<Unreadable> missing)
    {
        if (stat.RssBytes <= WholeBytes)
            return Procfs.Memory(stat.Pid, stat.RssBytes);
        if (Estimate(stat.Pid, stat.RssBytes, space?.Mappings, mostPieces) is { } estimate)
            return estimate;
        // Why the rest of it could not be read is said elsewhere.
        if (space is not null && !Pagemap.ShowsFrames())
            missing.Add(new Unreadable(
                "memory.too-large", "PSS of processes over 1 GiB",
                "to read one whole would keep it from mapping memory meanwhile, and an estimate takes page frame numbers, which are hidden",
                "run Lowtide with CAP_SYS_ADMIN (sudo)"));
        return Unread(stat.RssBytes);
    }

    private static MemoryUse? Estimate(int pid, long rssBytes, IEnumerable<Mapping>? mappings, int mostPieces = PssSample.MostPieces) =>
        mappings is null ? null : PssSample.Of(pid, rssBytes, mappings, Random.Shared, mostPieces);

    private static MemoryUse Unread(long rssBytes) => MemoryUse.Unknown with { RssBytes = rssBytes };
}
