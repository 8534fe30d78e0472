using Lowtide.Analysis.Capacity;
using Lowtide.Recordings;
using Lowtide.Reports.Trials;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>What an arm brings beside what is decided, of six pairs whose values are known.</summary>
public sealed class BenefitTests
{
    private const long MiB = MadeTrials.MiB;

    [Theory]
    [InlineData(1000, 400, 15, 40.0)]
    [InlineData(400, 1000, 15, -40.0)]
    [InlineData(400, 400, 15, 0.0)]
    [InlineData(400, 300, 0, null)]
    public void One_more_worker_takes_what_it_has_to_itself(double without, double with, double own, double? more) =>
        Assert.Equal(more, MoreWorkers.In(without, with, own));

    [Fact]
    public void Each_figure_is_held_against_the_baseline_of_its_pair()
    {
        var brings = Brings(baseline: (1000, 150, 900, 2.5), arm: (400, 15, 300, 2));
        Assert.Equal((1250 * MiB, 0.4), Figure(brings, "peak_pss_bytes"));
        Assert.Equal((900 * MiB, -600 * MiB), Figure(brings, "host_memory_bytes"));
        Assert.Equal((150 * MiB, 0.1), Figure(brings, "worker_private_bytes"));
        Assert.Equal((0.375, 0.6), Figure(brings, "inherited_kept_share"));
        Assert.Equal((500, 1), Figure(brings, "requests_per_second"));
        Assert.Equal((0.01, 1), Figure(brings, "latency_p50_seconds"));
        Assert.Equal((0.05, 1), Figure(brings, "latency_p99_seconds"));
        Assert.Equal((2.5, -0.5), Figure(brings, "stop_seconds"));
        Assert.Equal((3.5, -0.5), Figure(brings, "restart_seconds")); // with a second to get ready
        Assert.Equal((null, 40), Figure(brings, "more_workers"));
        Assert.Equal((2000, 0.5), Figure(brings, "instructions_per_request"));
        Assert.Equal((1000, 0.5), Figure(brings, "cycles_per_request"));
        Assert.Equal((10, 0.5), Figure(brings, "cache_misses_per_request"));
        Assert.Equal((2, 1), Figure(brings, "instructions_per_cycle"));
        Assert.All(brings, benefit => Assert.NotNull(benefit.Effect.Interval));
    }

    /// <summary>Builds beside a trial change the machine's memory by more than a small server has.</summary>
    [Fact]
    public void Memory_of_the_machine_that_others_took_is_not_the_servers()
    {
        static string? Why(long before, long after) => Brings((200, 150, before, 2), (180, 15, after, 2))
            .Single(benefit => benefit.Name == "host_memory_bytes").Why;
        Assert.Equal("other programs changed it as much as the server", Why(464, 6));
        Assert.NotNull(Why(6, 464));
        // Seen: "1.1 MiB, -31 MiB" of a server that had 150 to itself.
        Assert.NotNull(Why(1, -30));
        Assert.Null(Why(300, 290));
    }

    /// <summary>ksmd works for no process, so that only an arm that needs it is shown what it took.</summary>
    [Fact]
    public void The_change_of_a_share_is_in_points()
    {
        var brings = Brings(baseline: (1000, 150, 900, 2.5), arm: (400, 15, 300, 2));
        var kept = brings.Single(benefit => benefit.Name == "inherited_kept_share");
        Assert.Equal(("37.5%", "+60.0 points"), (TrialValues.Of(kept.Baseline, kept.Unit), TrialValues.Change(kept)));
        Assert.Equal("1.0 points", TrialValues.Margin(TrialMetrics.Find("slow_share")!));
    }

    [Fact]
    public void What_merging_takes_is_told_of_arms_that_merge()
    {
        var merges = Result("kernel.merge-pages", ksmdSeconds: isBaseline => isBaseline ? 0.25 : 1.5, on: true).Arms[0];
        Assert.Equal((0.25, 1.25), Figure(merges.Brings, "ksmd_cpu_seconds"));
        Assert.Equal((0.125, 0.625), Figure(merges.Brings, "ksmd_core_share")); // of runs of 2 s
        Assert.DoesNotContain(ArmNotes.Of(merges, Result("kernel.merge-pages", _ => 0, on: true)), note => note.Contains("ksmd"));
        Assert.DoesNotContain(Result(MadeTrials.Remedy, _ => 1, on: true).Arms[0].Brings, benefit => benefit.Name.StartsWith("ksmd"));
    }

    [Fact]
    public void A_merging_that_is_off_is_said_with_how_to_start_it()
    {
        var result = Result("kernel.merge-pages", _ => 0, on: false);
        Assert.Equal((0, 0), Figure(result.Arms[0].Brings, "ksmd_cpu_seconds"));
        Assert.Contains(
            "ksmd was off in 6 of 6 runs with it, so that nothing was merged; as root: echo 1 > /sys/kernel/mm/ksm/run.", ArmNotes.Of(result.Arms[0], result));
    }

    [Fact]
    public void A_merging_thread_that_cannot_be_seen_is_not_read() => Assert.Equal(
        ["not read in any pair", "not read in any pair"],
        Result("kernel.merge-pages", _ => null, on: null).Arms[0].Brings.Where(benefit => benefit.Name.StartsWith("ksmd")).Select(benefit => benefit.Why));

    [Fact]
    public void What_the_machine_does_not_count_is_said_once()
    {
        var counts = new ProcessorCounts(null, null, null, "not supported here: none");
        var arm = Result((_, _) => counts).Arms[0];
        Assert.Equal(
            ["instructions a request, cycles a request, cache misses a request, instructions a cycle: not supported here: none."],
            BenefitsTable.NotHad(arm));
        Assert.All(arm.Brings.TakeLast(4), benefit => Assert.Null(benefit.Effect.Estimate));
    }

    [Fact]
    public void A_run_without_one_counter_leaves_its_pair_out()
    {
        var brings = Result((isBaseline, block) => block == 2 && isBaseline
                ? new ProcessorCounts(null, 1, 1, "busy")
                : new ProcessorCounts(8000, 4000, 40, null))
            .Arms[0].Brings;
        Assert.Equal(5, brings.Single(benefit => benefit.Name == "instructions_per_request").Effect.Pairs);
        Assert.Equal(6, brings.Single(benefit => benefit.Name == "cycles_per_request").Effect.Pairs);
    }

    [Fact]
    public void Counts_of_the_load_are_those_since_its_start() => Assert.Equal(
        new ProcessorCounts(90, 45, null, "one is busy"),
        new ProcessorCounts(100, 50, null, "one is busy").Since(new ProcessorCounts(10, 5, 1, null)));

    private static (double?, double?) Figure(IReadOnlyList<Benefit> brings, string name)
    {
        var found = brings.Single(benefit => benefit.Name == name);
        return (found.Baseline, found.Effect.Estimate is { } estimate ? Math.Round(estimate, 9) : null);
    }

    private static TrialResult Result(string remedy, Func<bool, double?> ksmdSeconds, bool? on)
    {
        var plan = MadeTrials.Plan() with { Arms = [Arm.Of([remedy])] };
        return TrialResult.Of(TrialFacts.None(plan) with
        {
            Blocks = [.. Enumerable.Range(0, 6).Select(block => new Block(plan.AllArms.ToDictionary(arm => arm.Name, arm =>
                RunResult.Of(plan, arm, block, MadeTrials.Run(arm, 100 * MiB), 1) with
                {
                    HostActivity = new HostActivity(2, 2, 0, null, null, null, null, null, null, null, null, null, null, null)
                    {
                        KsmdCpuSeconds = ksmdSeconds(arm.IsBaseline),
                        KsmdOn = on,
                    },
                })))],
        });
    }

    private static TrialResult Result(Func<bool, int, ProcessorCounts> processors) => TrialResult.Of(Facts(
        (isBaseline, block) => (400, 15, 300, 2, processors(isBaseline, block))));

    private static IReadOnlyList<Benefit> Brings(
        (double Pss, long Own, long Taken, double Stop) baseline, (double Pss, long Own, long Taken, double Stop) arm) =>
        TrialResult.Of(Facts((isBaseline, _) => isBaseline
            ? (baseline.Pss, baseline.Own, baseline.Taken, baseline.Stop, new ProcessorCounts(2_000_000, 1_000_000, 10_000, null))
            : (arm.Pss, arm.Own, arm.Taken, arm.Stop, new ProcessorCounts(1_000_000, 500_000, 5_000, null)))).Arms[0].Brings;

    /// <summary>In MiB; 1,000 requests a run, and ready after a second.</summary>
    private static TrialFacts Facts(Func<bool, int, (double Pss, long Own, long Taken, double Stop, ProcessorCounts Processors)> of)
    {
        var plan = MadeTrials.Plan();
        return TrialFacts.None(plan) with
        {
            Blocks = [.. Enumerable.Range(0, 6).Select(block => new Block(plan.AllArms.ToDictionary(arm => arm.Name, arm => Run(plan, arm, block))))],
        };

        RunResult Run(TrialPlan plan, Arm arm, int block)
        {
            var (pss, own, taken, stop, processors) = of(arm.IsBaseline, block);
            var bytes = (long)(pss * MiB);
            MemoryPoint[] curve = [new(0, bytes / 2, 2), new(1, bytes + (bytes / 4), 2), new(2, bytes, 2)];
            return RunResult.Of(plan, arm, block, MadeTrials.Run(arm, bytes, stop: stop, memory: curve), 1) with
            {
                WorkerPrivateBytes = own * MiB,
                InheritedKeptShare = arm.IsBaseline ? 0.375 : 0.975,
                Processors = processors,
                HostActivity = new HostActivity(1, 2, 0, null, null, null, null, null, null, null, null, null, null, null) { MemoryTakenBytes = taken * MiB },
            };
        }
    }
}
