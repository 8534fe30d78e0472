using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Reports.Report;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>What the report says in words of what copied memory: the first theory stands or falls by half of it.</summary>
public sealed class CauseSentencesTests
{
    private const long MiB = 1 << 20;

    [Theory]
    [InlineData(10, 0, 90, 0, "is refuted: they copied 10 MiB a worker, 10% of it.")]
    [InlineData(10, 0, 60, 30, "is refuted: they copied 10 MiB a worker, 10% of it; at most 40%, with all memory in which no object could be told.")]
    [InlineData(10, 0, 40, 50, "is neither refuted nor confirmed: they copied 10 MiB a worker, 10% of it; at most 60%,")]
    [InlineData(60, 0, 40, 0, "is confirmed: they copied 60 MiB a worker, 60% of it.")]
    [InlineData(10, 60, 30, 0, "is refuted: they copied 10 MiB a worker, 10% of it. Code that something else copied: cache fill 60 MiB.")]
    public void The_first_theory_stands_or_falls_by_half(int counted, int cached, int others, int untold, string says)
    {
        var theory = Assert.Single(CauseSentences.FirstTheory(Causes(
            new CopiedBytes(CopyTrace.Count, "code", counted * MiB), new CopiedBytes(CopyTrace.Cache, "code", cached * MiB),
            new CopiedBytes(CopyTrace.Content, "dict", others * MiB), new CopiedBytes(CopyTrace.Content, "", untold * MiB))));
        Assert.Contains(says, theory, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(60, 40, "Reading copied most, by reference counts: 60 MiB of the 100 MiB that a worker copied, 60%")]
    [InlineData(40, 60, "The program's own writes copied most: 60 MiB of the 100 MiB that a worker copied, 60%")]
    [InlineData(50, 50, "No cause made most of the 100 MiB that a worker copied: reference counts 50%, payload write 50%")]
    [InlineData(0, 0, "Hardly anything that the workers inherited was copied: 0 a worker")]
    public void The_result_is_the_cause_of_most_copies(int counted, int written, string says) =>
        Assert.Equal(says, CauseSentences.Result(Causes(
            new CopiedBytes(CopyTrace.Count, "str", counted * MiB), new CopiedBytes(CopyTrace.Content, "dict", written * MiB))));

    private static FamilyCauses Causes(params CopiedBytes[] copies) => FamilyCauses.Of(
        new FamilySnapshot(
            DateTimeOffset.UnixEpoch, "uwsgi", MadeFamilies.Master(collections: [1, 1, 1]),
            [MadeFamilies.Worker(2, [1, 1, 1]) with { Copies = [.. copies.Where(copied => copied.Bytes > 0)] }], null))!;
}
