using Lowtide.Recordings;
using Lowtide.Reports.Words;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>A process that forked nobody, and started others: a shell, uvicorn with workers, a program with a fork server.</summary>
public sealed class ChildFamiliesTests
{
    private const long MiB = MadeFamilies.MiB;

    [Theory]
    [InlineData(new long[] { 90, 80 }, "it started 2 processes by a command: python3 2 (90 MiB), python3 3 (80 MiB); 170 MiB in all (PSS). Each loaded "
        + "everything itself: they share nothing but files. Name one to have it explained: lowtide explain 2")]
    [InlineData(new long[] { 90, 0 }, "it started one process by a command: python3 2 (90 MiB); 90 MiB in all (PSS). Name one to have it explained: "
        + "lowtide explain 2")]
    [InlineData(new long[] { 0 }, null)]
    [InlineData(new long[0], null)]
    public void What_it_started_is_named_and_summed(long[] sizes, string? words)
    {
        var children = sizes.Select((size, index) => new ChildFamily(2 + index, "python3", 0, size * MiB)).ToList();
        Assert.Equal(words, FamilyWords.Children(MadeFamilies.Family(MadeFamilies.Master()) with { Children = children }));
    }

    [Fact]
    public void One_with_workers_says_how_many() => Assert.Contains(
        "gunicorn 2 with 4 workers (90 MiB)",
        FamilyWords.Children(MadeFamilies.Family(MadeFamilies.Master()) with { Children = [new ChildFamily(2, "gunicorn", 4, 90 * MiB)] }));

    [Fact]
    public void What_could_not_be_read_is_not_taken_for_nothing() => Assert.Contains(
        "python3 2 (-)", FamilyWords.Children(MadeFamilies.Family(MadeFamilies.Master()) with { Children = [new ChildFamily(2, "python3", 0, null)] }));
}
