using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Families;

/// <summary>What a sample reads by a call that keeps the process from mapping memory, of this process, which is said to be larger.</summary>
public sealed class MemberSamplerTests
{
    private static readonly ProcessStat Own = Procfs.Stat(Environment.ProcessId)!;

    private readonly MemberSampler _sampler = new(Environment.ProcessId);

    /// <summary>The first sample of a large process read all of it, 17 ms a GiB, and spent its budget only afterwards.</summary>
    [Fact]
    public void The_first_reading_of_a_large_process_waits_for_its_share_too()
    {
        // 64 GiB take 1.1 s, which is 2% of 54 s.
        var large = Own with { RssPages = 64L << 18 };
        Assert.Null(Pss(large, 1));
        Assert.Equal(large.RssBytes, _sampler.Memory(large, null, always: false, () => TimeSpan.FromSeconds(2)).RssBytes);
        Assert.Null(Pss(large, 55));
        Assert.NotNull(Pss(large, 56));
    }

    [Fact]
    public void One_of_a_GiB_is_read_at_once() => Assert.NotNull(Pss(Own with { RssPages = 1L << 18 }, 1));

    [Fact]
    public void Where_nobody_waits_for_it_a_large_one_is_read_at_once() =>
        Assert.NotNull(_sampler.Memory(Own with { RssPages = 64L << 18 }, null, always: true, () => TimeSpan.FromSeconds(1)).PssBytes);

    private long? Pss(ProcessStat stat, double seconds) =>
        _sampler.Memory(stat, cost: null, always: false, () => TimeSpan.FromSeconds(seconds)).PssBytes;
}
