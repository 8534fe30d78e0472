using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Agreement;
using Lowtide.Analysis.Conditions;
using Lowtide.Recordings;
using Lowtide.Trials;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;

namespace Lowtide.Reports.Trials;

internal sealed record TrialRun
{
    public required string Arm { get; init; }

    [AtLeast(1)]
    public required int Pair { get; init; }

    /// <summary>Something of it did not end within the grace.</summary>
    public required bool Killed { get; init; }

    /// <summary>The server itself had ended then, and left others behind.</summary>
    public required bool LeftBehind { get; init; }

    /// <summary>Requests a second that were due; null where the load has no fixed rate, or does not tell.</summary>
    [Above(0)]
    public required double? OfferedPerSecond { get; init; }

    /// <summary>Whether the server kept up with that; where not, latencies are those of a queue; null where that cannot be told.</summary>
    public required bool? KeptUp { get; init; }

    /// <summary>Every metric by name, also what no verdict is given on; null where this run did not give it.</summary>
    [MetricName, MinLength(1), Signed]
    public required IReadOnlyDictionary<string, double?> Metrics { get; init; }

    /// <summary>What the machine did beside it; null where nobody looked.</summary>
    public required HostActivity? HostActivity { get; init; }

    /// <summary>What of that may have changed what the run shows; it counts all the same.</summary>
    public required IReadOnlyList<Disturbance> Disturbances { get; init; }

    /// <summary>About a second apart, from when the server was ready until it was asked to stop; null where it was not read.</summary>
    public required IReadOnlyList<MemoryPoint>? MemoryOverTime { get; init; }

    /// <summary>What pss_bytes and private_bytes are the mean of; null where they are those of one look after the load.</summary>
    public required SteadyMemory? Steady { get; init; }

    /// <summary>Mean of the workers; null without any, where it was not read, and in runs from before it was kept.</summary>
    public required long? WorkerPrivateBytes { get; init; }

    /// <summary>Of what the workers inherited, what nobody had copied right after the load; null without any, and where it was not read.</summary>
    [Range(0, 1)]
    public required double? InheritedKeptShare { get; init; }

    /// <summary>From the signal of --reload-signal until the workers of before are gone, as many others are there, and it answers; null without that
    /// option.</summary>
    public required double? ReloadSeconds { get; init; }

    /// <summary>What the processors counted of the server's processes from the load's start to its end; null in runs from before it was
    /// kept.</summary>
    public required ProcessorCounts? Processors { get; init; }

    /// <summary>Figures that the runtime, malloc or the kernel counts too, both of each; null in runs from before it was kept.</summary>
    public required IReadOnlyList<AgreedFigure>? Agreements { get; init; }

    public static TrialRun Of(RunResult run, TrialFacts facts)
    {
        var metrics = new Dictionary<string, double?>(run.Metrics) { ["requests"] = run.Requests, ["workers"] = run.Workers, ["beside"] = run.Beside };
        return new TrialRun
        {
            Arm = run.Arm,
            Pair = run.Block + 1,
            Killed = run.Killed,
            LeftBehind = run.LeftBehind,
            OfferedPerSecond = run.OfferedPerSecond,
            KeptUp = run.KeptUp,
            Metrics = metrics,
            HostActivity = run.HostActivity,
            Disturbances = DisturbedRuns.DisturbancesOf(run, facts),
            MemoryOverTime = run.MemoryOverTime,
            Steady = run.Steady,
            WorkerPrivateBytes = run.WorkerPrivateBytes,
            InheritedKeptShare = run.InheritedKeptShare,
            ReloadSeconds = run.ReloadSeconds,
            Processors = run.Processors,
            Agreements = run.Agreements,
        };
    }
}

internal sealed record TrialFailure(string Arm, [AtLeast(1)] int Pair, string Why);
