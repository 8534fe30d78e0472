using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Causes;

public sealed class SampledHeapsTests
{
    private const long MiB = 1 << 20;

    /// <summary>Three of five: 12 MiB in the mean, 2 of deviation; t is 4.303 with two degrees of freedom.</summary>
    [Fact]
    public void The_margin_is_students()
    {
        var family = Family(10, 12, 14, null, null);
        Assert.Equal(4.302653 * 2 / Math.Sqrt(3) * Math.Sqrt(0.4) / 12, SampledHeaps.Margin(family, Free)!.Value, 5);
        Assert.EndsWith(
            "3 of 5, drawn at random. Sums take the others to be like these: what all hold free is right within 26%", SampledHeaps.Note(family)!.Why);
    }

    [Fact]
    public void Workers_that_are_alike_leave_none() => Assert.Equal(0, SampledHeaps.Margin(Family(12, 12, null), Free));

    [Fact]
    public void Of_one_and_of_none_nothing_is_told()
    {
        Assert.Null(SampledHeaps.Margin(Family(12, null, null), Free));
        Assert.Null(SampledHeaps.Margin(Family(0, 0, null), Free));
        Assert.Null(SampledHeaps.Note(Family(10, 12)));
    }

    private static long? Free(Member worker) => worker.Allocator!.Arenas![0].Use!.TrimmableBytes;

    /// <param name="free">In MiB; null of one that was not walked.</param>
    private static FamilySnapshot Family(params int?[] free) => MadeFamilies.Family(MadeFamilies.Master(), [.. free.Select(one => MadeFamilies.Master() with
    {
        HeapsOf = one is null ? 1 : null,
        Allocator = new AllocatorFacts("glibc", "2.36", 0, 0)
        {
            Arenas = [new ArenaFacts(Main: true, 1, 1, 64 * MiB, 64 * MiB)
            {
                Use = new ArenaUse(0, 0, 0, 0, 0, (one ?? 12) * MiB, 0, 0, 0),
            }],
        },
    })]);
}
