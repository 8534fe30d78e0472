using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class ThreadArenasTests
{
    private static readonly ThreadArenas Rule = new();

    [Fact]
    public void Many_arenas_with_much_in_them_are_found()
    {
        var finding = Assert.Single(Rule.Examine(MadeFamilies.Recording(
            With(1, 0, 0),
            With(2, 8, 6 * MadeFamilies.MiB, threads: 30),
            With(3, 12, 10 * MadeFamilies.MiB, threads: 4))).Findings);
        Assert.Equal("malloc.thread-arenas", finding.Id);
        Assert.Equal(16 * MadeFamilies.MiB, finding.Bytes);
        Assert.Equal(8 * MadeFamilies.MiB, finding.BytesPerWorker);
        Assert.Equal(12, Evidence("thread_arenas"));
        // Of the same process, not of the one that has most threads.
        Assert.Equal(4, Evidence("threads"));

        double? Evidence(string name) => finding.Evidence.Single(row => row.Name == name).Value;
    }

    /// <summary>A MiB a worker, and one percent of what the family holds.</summary>
    [Theory]
    [InlineData(1, 0, 1 << 20, true)]
    [InlineData(1, 0, (1 << 20) - 1, false)]
    [InlineData(2, 0, (2 << 20) - 1, false)]
    [InlineData(1, 400 << 20, 4 << 20, true)]
    [InlineData(1, 400 << 20, (4 << 20) - 1, false)]
    public void Little_is_no_finding(int workers, long pss, long bytes, bool found)
    {
        var members = Enumerable.Range(2, workers)
            .Select(pid => With(pid, 2, pid == 2 ? bytes : 0, pss: pid == 2 ? pss : 0));
        Assert.Equal(found, Rule.Examine(MadeFamilies.Recording(null, [.. members])).Findings.Count > 0);
    }

    [Fact]
    public void One_thread_arena_is_no_finding_however_large() =>
        Assert.Same(Examination.Nothing, Rule.Examine(MadeFamilies.Recording(With(1, 1, 900 * MadeFamilies.MiB))));

    /// <summary>The host has two CPUs; what GLIBC_TUNABLES sets is not followed.</summary>
    [Theory]
    [InlineData("", "", "malloc makes 16 (8 for each CPU) arenas at most")]
    [InlineData("MALLOC_ARENA_MAX", "20", "malloc makes 20 (MALLOC_ARENA_MAX) arenas at most")]
    [InlineData("GLIBC_TUNABLES", "glibc.malloc.arena_test=3", null)]
    public void So_many_arenas_at_most(string variable, string value, string? said)
    {
        var process = With(2, 12, 10 * MadeFamilies.MiB) with { Settings = new Dictionary<string, string> { [variable] = value } };
        var evidence = Assert.Single(Rule.Examine(MadeFamilies.Recording(process)).Findings).Evidence.SingleOrDefault(row => row.Name == "arena_limit");
        if (said is null)
            Assert.Null(evidence);
        else
            Assert.StartsWith(said, evidence!.Text);
    }

    /// <summary>Capture has said why already.</summary>
    [Fact]
    public void What_was_not_read_counts_as_nothing()
    {
        Assert.Same(Examination.Nothing, Rule.Examine(MadeFamilies.Recording(MadeFamilies.Master())));
        Assert.Same(Examination.Nothing, Rule.Examine(MadeFamilies.Recording(With(1, null, null), With(2, 9, null), With(3, null, 90 * MadeFamilies.MiB))));
    }

    private static Member With(int pid, int? arenas, long? bytes, int threads = 1, long pss = 0) => MadeFamilies.Master(pss: pss) with
    {
        Process = MadeFamilies.Master().Process with { Pid = pid, Threads = threads },
        Allocator = new AllocatorFacts("glibc", "2.36", arenas, bytes),
    };
}
