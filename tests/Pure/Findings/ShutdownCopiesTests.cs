using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Reloads;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.Reloads.MadeReload;

namespace Lowtide.Tests.Pure.Findings;

public sealed class ShutdownCopiesTests
{
    [Fact]
    public void Copies_at_the_end_are_found_as_an_interval()
    {
        var finding = Assert.Single(Examine(Recording(Ends(2, 0, 5), Ends(3, 0, 5), Lives(4, 6, 20))).Findings);
        Assert.StartsWith("2 workers copied 22 to 40 MiB of what they shared", finding.Statement);
        Assert.Equal((40 * MiB, 20 * MiB), (finding.Bytes, finding.BytesPerWorker));
        Assert.Equal((22 * MiB, 3, 0.6), (Value(finding, "private_rise_bytes"), Value(finding, "finalisation_seconds"), Value(finding, "collected_share")));
        Assert.Contains("2 were at it at once", Assert.Single(finding.Evidence, row => row.Name == "finalisation_seconds").Text);
    }

    /// <summary>What one copied is given back before the next one copies its own: it comes to what one takes, however many are replaced.</summary>
    [Fact]
    public void Those_that_left_one_after_the_other_were_not_at_it_at_once()
    {
        var finding = Assert.Single(Examine(Recording(Ends(2, 0, 5), Ends(3, 6, 12), Lives(4, 6, 20))).Findings);
        Assert.Contains("1 were at it at once", Assert.Single(finding.Evidence, row => row.Name == "finalisation_seconds").Text);
        Assert.Equal(20 * MiB, finding.Bytes);
        Assert.EndsWith("as Python took itself apart at their end, up to 20 MiB at once.", finding.Statement);
    }

    [Fact]
    public void One_touch_of_a_huge_page_may_copy_more_than_a_page()
    {
        var huge = Finalisation.Of(new WorkerLife([At(2, 0, 0, 100 * MiB, 20 * MiB, null, false), At(2, 1, 3, 100 * MiB, 24 * MiB, null, true)]))!;
        Assert.Equal((4 * MiB, 4 * MiB, null), (huge.CopiedLowBytes, huge.CopiedHighBytes, huge.CollectedBytes));
    }

    [Fact]
    public void Less_than_a_MiB_a_worker_is_none() =>
        Assert.Empty(Examine(Recording([.. Lives(2, 0, 3), At(2, 4, 1000 + 255, 100 * MiB, null, null, true)], Lives(3, 0, 9))).Findings);

    [Fact]
    public void Workers_that_left_without_it_copied_nothing() =>
        Assert.Equal(Examination.Nothing, Examine(Recording(Lives(2, 0, 5), Lives(3, 6, 20))));

    [Fact]
    public void A_recording_from_before_this_was_kept_cannot_tell()
    {
        var samples = Lives(2, 0, 5).Concat(Lives(3, 6, 20)).Select(sample => sample with { Finalizing = null, MinorFaults = null });
        Assert.Contains("copied at their end", Assert.Single(Examine(Recording(samples)).CouldNotTell).What);
        Assert.Equal(Examination.Nothing, Examine(Recording(Lives(2, 0, 9).Select(sample => sample with { Finalizing = null }))));
    }

    [Fact]
    public void What_was_around_is_told()
    {
        var recording = Recording(Ends(2, 0, 5), Lives(4, 6, 20)) with
        {
            SystemSamples =
            [
                .. Enumerable.Range(0, 20).Select(second => new SystemSample(
                    second, new HostMemory(1000 * MiB, (second is 7 or 15 ? 100 : 500) * MiB, null, null, null),
                    new CgroupMemory(2, "/a", 800 * MiB, null, (second == 6 ? 700 : 300) * MiB))
                { DiskBusySeconds = second is 6 or 7 ? 0.75 : 0 }),
            ],
        };
        var finding = Assert.Single(Examine(recording).Findings);
        Assert.Equal((100 * MiB, 700 * MiB), (Value(finding, "host_available_bytes"), Value(finding, "cgroup_peak_bytes")));
        Assert.Contains("at work for 50% of the time", Assert.Single(finding.Evidence, row => row.Name == "host_available_bytes").Text);
    }

    /// <summary>Where the recording has page faults with their call chains, they tell what a sample's seconds cannot.</summary>
    [Fact]
    public void Call_chains_tell_the_last_collection_from_the_rest()
    {
        FaultChain Chain(FaultKind kind, bool? collector, bool? exit, long faults) => new(2, "uwsgi", kind, collector, exit, null, [], faults);
        var recording = Recording(Ends(2, 0, 5), Lives(4, 6, 20)) with
        {
            Faults = new PageFaults(20, 1, 0, true, [new FaultingProcess(2, 1, Role.Worker, false)],
            [
                Chain(FaultKind.Copy, true, true, 600), Chain(FaultKind.Copy, false, true, 200),
                Chain(FaultKind.Copy, true, false, 5000), Chain(FaultKind.New, false, true, 7000),
            ]),
        };
        Assert.Equal(0.75, Value(Assert.Single(Examine(recording).Findings), "exit_writes_by_collector"));
    }

    private static double? Value(Finding finding, string name) => Assert.Single(finding.Evidence, row => row.Name == name).Value;

    private static Examination Examine(Recording recording) => new ShutdownCopies().Examine(recording);
}
