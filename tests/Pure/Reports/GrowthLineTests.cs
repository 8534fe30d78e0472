using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Reports.Words;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What a recording says first that is too short to tell where its memory goes.</summary>
public sealed class GrowthLineTests
{
    private const long MiB = MadeFamilies.MiB;

    /// <summary>Of 6 MiB in use four were given out and never touched: the parts sum to what is resident.</summary>
    [Fact]
    public void A_rise_is_said_with_what_rose()
    {
        Assert.Equal(
            "memory of the process rose by 40 MiB in 40 s (RSS): +2.0 MiB in use in malloc's arenas, +38 MiB freed and kept there. "
                + "Whether it goes on cannot be told yet: record for 2 days in all, or tell --load-period where the load repeats sooner than daily",
            Line(second => 100 + second, inUse: 6, free: 38));
    }

    [Fact]
    public void What_changed_by_less_than_a_MiB_is_left_out() =>
        Assert.Contains("(RSS): +40 MiB freed and kept there. Whether", Line(second => 100 + second, inUse: 0, free: 40));

    [Fact]
    public void Where_nothing_rose_nothing_is_said() => Assert.Null(Line(_ => 100, inUse: 0, free: 0));

    private static string? Line(Func<int, long> rss, long inUse, long free)
    {
        var samples = Enumerable.Range(0, 41).Select(second => new Sample(
            second, 1, 1, Role.Master, new MemoryUse(rss(second) * MiB, null, null, null, null), null));
        return GrowthLine.Of(Diagnosis.Of(MadeFamilies.Recording(MadeFamilies.Master()) with
        {
            Samples = [.. samples],
            Snapshots = [At(rss(0), 10, 10), At(rss(40), 10 + inUse, 10 + free)],
        }));

        FamilySnapshot At(long resident, long used, long kept)
        {
            var master = MadeFamilies.Master();
            return MadeFamilies.Family(master with
            {
                Memory = master.Memory with { RssBytes = resident * MiB },
                Allocator = new AllocatorFacts("glibc", "2.36", 0, 0)
                {
                    Arenas = [new ArenaFacts(true, 1, 1, 200 * MiB, 200 * MiB) { Use = new ArenaUse(used * MiB, 0, 0, 0, 0, kept * MiB, 0, 0, 0) }],
                },
            });
        }
    }
}
