using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>Hashes a master's anonymous memory: what the workers that it forks from now on will inherit.</summary>
public static class PictureTaker
{
    /// <returns>Null if the master has gone or its memory may not be read.</returns>
    public static ForkPicture? Take(ProcessFacts master, CancellationToken cancellation)
    {
        using var pages = MemberPages.TryRead(master);
        if (pages is null)
            return null;
        var hashes = pages.Regions.ToDictionary(region => region, region => new ulong[region.Entries.Count]);
        using var reader = new PageReader();
        var wanted = new bool[Chunk.MostPages];
        foreach (var chunk in Chunk.Cover([pages], [pages]))
        {
            cancellation.ThrowIfCancellationRequested();
            var region = pages.Find(chunk.Start)!;
            var first = MemberPages.PageIndex(region, chunk.Start);
            var any = false;
            for (var page = 0; page < chunk.Pages; page++)
                any |= wanted[page] = region.Entries[first + page].Anonymous;
            if (!any)
                continue;
            reader.Read(pages.Memory, chunk.Start, wanted.AsSpan(0, chunk.Pages));
            for (var page = 0; page < chunk.Pages; page++)
                if (reader.PageAt(page) is { IsEmpty: false } bytes)
                    hashes[region][first + page] = PageHash.Of(bytes);
        }
        var kept = hashes.Where(region => region.Value.AsSpan().ContainsAnyExcept(0UL))
            .Select(region => new RegionHashes(region.Key.Region.Start, region.Value))
            .OrderBy(region => region.Start)
            .ToList();
        // The next tick: a worker forked in mid-picture, or in this very tick, is not served by it.
        return kept.Count == 0
            ? null
            : new ForkPicture(master.Pid, master.StartTicks, Uptime.Ticks() + 1, kept) { MasterStackStart = master.StackStart };
    }
}
