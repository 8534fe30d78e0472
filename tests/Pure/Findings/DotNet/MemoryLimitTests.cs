using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>Collections for want of room.</summary>
public sealed class MemoryLimitTests
{
    [Fact]
    public void A_limit_is_told_where_the_collector_saw_it_near()
    {
        Assert.Null(Found(new MemoryLimit(), Trace([.. Of(0, 0, 5)])));
        var near = Trace(Collection(1, 2, 1, load: 90), Collection(2, 2, 2, load: 93));
        Assert.Contains("0x61", Setting(near), StringComparison.Ordinal);
        Assert.Null(Found(new MemoryLimit(), near with { Settings = Settings with { HighMemoryPercent = 95 } }));
        var nearer = Trace(Collection(1, 2, 1, load: 99), Collection(2, 2, 2, load: 99)) with { Settings = Settings with { HighMemoryPercent = 97 } };
        Assert.Equal("give it more memory", Setting(nearer));

        static string Setting(DotNetTrace trace) => Found(new MemoryLimit(), trace)!.Evidence.Single(row => row.Name == "setting").Text;
    }

    [Theory]
    [InlineData(179, false)] // of 200 MiB
    [InlineData(180, true)]
    public void A_heap_that_is_nearly_full_is_told(long before, bool told)
    {
        var recording = Limited(200 * MiB, HeapLimit.InBytes, "C800000");
        var full = recording with
        {
            DotNet = recording.DotNet! with
            {
                Collections = [.. Enumerable.Range(0, 2).Select(number => Collection(number, 2, number) with
                {
                    Before = [0, 0, before * MiB, 0, 0], After = [0, 0, 150 * MiB, 0, 0],
                })],
            },
        };
        var finding = new MemoryLimit().Examine(full).Findings.SingleOrDefault();
        Assert.Equal(told, finding is not null);
        if (finding is not null)
            Assert.Equal("up to 90% of it was filled as 2 of them began, 75% in the mean as they ended", finding.Evidence[0].Text);
    }
}
