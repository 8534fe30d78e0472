namespace Lowtide.Recordings;

/// <summary>
/// A hash of every anonymous page of a master, taken before it forks its next workers: the only evidence of what
/// they inherit that does not fade when master and workers write on.
/// </summary>
/// <param name="TakenTicks">Clock ticks since boot, to be held against a worker's start: it serves the workers
/// that were forked later.</param>
public sealed record ForkPicture(int MasterPid, long MasterStartTicks, long TakenTicks, IReadOnlyList<RegionHashes> Regions)
{
    /// <summary>The master's <see cref="ProcessFacts.StackStart"/>: after an exec nothing of the picture holds.</summary>
    public ulong MasterStackStart { get; init; }

    /// <summary>Whether it shows what this worker of this master inherited.</summary>
    public bool Serves(ProcessFacts master, ProcessFacts worker) =>
        master.Pid == MasterPid && master.StartTicks == MasterStartTicks && worker.StartTicks >= TakenTicks
        && (MasterStackStart == 0 || master.StackStart == 0 || master.StackStart == MasterStackStart);

    /// <summary>0 where the master had no page, or one of a region that was not read.</summary>
    public ulong HashAt(ulong address)
    {
        int low = 0, high = Regions.Count - 1;
        while (low <= high)
        {
            var middle = (low + high) / 2;
            var region = Regions[middle];
            if (address < region.Start)
                high = middle - 1;
            else if (address >= region.Start + ((ulong)region.Hashes.Length * Page.Size))
                low = middle + 1;
            else
                return region.Hashes[(address - region.Start) / Page.Size];
        }
        return 0;
    }
}

/// <param name="Hashes">One <see cref="PageHash"/> a page from <paramref name="Start"/> on; 0 where none was in memory.</param>
public sealed record RegionHashes(ulong Start, ulong[] Hashes);
