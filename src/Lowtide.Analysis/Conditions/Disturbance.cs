using System.ComponentModel.DataAnnotations;
using System.Globalization;
using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Conditions;

/// <summary>One thing beside the measured work that may have changed what was measured.</summary>
/// <param name="Text">What was seen, in words that follow "pair 3 (baseline): ".</param>
/// <param name="Share">How much, as the share that its limit is one of: of CPU time, of the run's time, of the usual.</param>
public sealed record Disturbance(
    [AllowedValues("other-load", "steal", "cpu-quota", "memory-pressure", "io-pressure", "swap", "heat", "slow-memory",
        "shared-files")] string Id,
    string Text,
    [Above(0)] double Share);

/// <summary>
/// What disturbed a run, by fixed limits that rest on the margins of a trial, and on no figure of this run's or another's.
/// </summary>
public static class Disturbances
{
    /// <summary>
    /// Of the machine's CPU time, or of the run's time: the margin of throughput and latency. What others take, or what is
    /// waited, can change those by as much; less is called the same anyway.
    /// </summary>
    public const double TimeShare = 0.05;

    /// <summary>Of a quota's periods: a stop in one of a hundred lies in the one percent that p99 looks at.</summary>
    public const double ThrottledShare = 0.01;

    /// <summary>Of the family's memory: the margin of memory. What is swapped out is in nobody's PSS.</summary>
    public const double MemoryShare = 0.01;

    /// <summary>
    /// By which a memory sweep may be slower than usual. It went with 5% of a server's speed by 4% of a sweep, and means of ten
    /// sweeps scatter by about 4% of themselves: a tenth is neither.
    /// </summary>
    public const double SweepShare = 0.1;

    /// <param name="activity">From before the run's start to the end of its load.</param>
    /// <param name="familyBytes">PSS of the family that was measured; null where it was not read.</param>
    public static IReadOnlyList<Disturbance> Of(HostActivity activity, long? familyBytes)
    {
        var cpuSeconds = activity.Seconds * activity.Cpus;
        var disturbances = new[]
        {
            OtherLoad(activity, cpuSeconds),
            Beyond(activity.StealSeconds / cpuSeconds) is { } stolen
                ? new Disturbance("steal", $"the virtual machine's host kept {Amount.Percent(stolen)} of its CPU time for others", stolen) : null,
            Quota(activity.Throttling),
            Beyond(activity.MemoryWaitSeconds / activity.Seconds) is { } memory
                ? new Disturbance("memory-pressure", $"for {Amount.Percent(memory)} of the time some task waited for memory", memory) : null,
            Beyond(activity.IoWaitSeconds / activity.Seconds) is { } io
                ? new Disturbance("io-pressure", $"for {Amount.Percent(io)} of the time every task that had work waited for storage", io) : null,
            Swap(activity, familyBytes),
            Beyond(activity.ThermalThrottleSeconds / activity.Seconds) is { } heat
                ? new Disturbance("heat", $"for {Amount.Percent(heat)} of the time a core slowed itself down because of heat", heat) : null,
        };
        return [.. disturbances.OfType<Disturbance>()];
    }

    /// <summary>
    /// Memory that was slower than in the other runs of the same arm. Only those are held against each other, for a server that uses
    /// memory itself makes it slower too, and a remedy may change just that.
    /// </summary>
    /// <param name="arm">Of all runs of the arm, this one among them.</param>
    public static IReadOnlyList<Disturbance> SlowMemory(HostActivity activity, IEnumerable<HostActivity> arm)
    {
        double[] sweeps = [.. arm.Select(run => run.MemorySweepSeconds).OfType<double>().Order()];
        if (sweeps.Length < 3 || activity.MemorySweepSeconds is not { } sweep)
            return [];
        var slower = (sweep / Quantile.OfSorted(sweeps, 0.5)) - 1;
        return slower > SweepShare
            ? [new Disturbance(
                "slow-memory", $"reading memory took {Amount.Percent(slower)} longer than in the arm's median run, as neighbours on the host make it", slower)]
            : [];
    }

    /// <summary>
    /// A page of a file counts in PSS by how many have it mapped, those outside the family among them: a build beside a .NET service took 25 of its 115 MiB.
    /// Only runs of one arm are held against each other, for a remedy may change what a server maps.
    /// </summary>
    /// <param name="fileBytes">Of this run, PSS of files.</param>
    /// <param name="arm">The same of all runs of the arm, this one among them.</param>
    /// <param name="familyBytes">PSS in all.</param>
    public static IReadOnlyList<Disturbance> SharedFiles(long? fileBytes, IEnumerable<long?> arm, long? familyBytes)
    {
        double[] all = [.. arm.OfType<long>().Select(bytes => (double)bytes).Order()];
        if (all.Length < 3 || fileBytes is not { } files || familyBytes is not > 0)
            return [];
        var change = files - Quantile.OfSorted(all, 0.5);
        var share = Math.Abs(change) / familyBytes.Value;
        return share > MemoryShare
            ? [new Disturbance(
                "shared-files",
                $"{Amount.Bytes((long)Math.Abs(change))} {(change < 0 ? "less" : "more")} of its libraries counted in PSS than in the median run, as other "
                + (change < 0 ? "programs mapped them too" : "programs no longer mapped them"),
                share)]
            : [];
    }

    private static Disturbance? OtherLoad(HostActivity activity, double? cpuSeconds) =>
        Beyond(activity.OtherCpuSeconds / cpuSeconds) is { } share
            ? new Disturbance(
                "other-load",
                $"other processes took {Amount.Percent(share)} of the CPU time"
                    + (activity.Busiest is { } busiest
                        ? string.Create(CultureInfo.InvariantCulture, $", {busiest.Name} ({busiest.Pid}) the most: {busiest.CpuSeconds:0.0} s") : ""),
                share)
            : null;

    private static Disturbance? Quota(CpuThrottling? throttling) =>
        throttling is { Periods: > 0 } && throttling.ThrottledPeriods > throttling.Periods * ThrottledShare
            ? new Disturbance(
                "cpu-quota",
                $"the quota of cgroup {throttling.Cgroup} stopped it in {throttling.ThrottledPeriods} of {throttling.Periods} periods",
                throttling.ThrottledPeriods / (double)throttling.Periods)
            : null;

    private static Disturbance? Swap(HostActivity activity, long? familyBytes)
    {
        var most = Math.Max(activity.SwappedOutBytes ?? 0, activity.SwappedInBytes ?? 0);
        return familyBytes is > 0 and var family && most > family * MemoryShare
            ? new Disturbance(
                "swap",
                $"{Amount.Bytes(activity.SwappedOutBytes ?? 0)} were swapped out and {Amount.Bytes(activity.SwappedInBytes ?? 0)} in",
                most / (double)family)
            : null;
    }

    private static double? Beyond(double? share) => share > TimeShare ? share : null;
}
