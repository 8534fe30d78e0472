using System.ComponentModel.DataAnnotations;
using System.Text.Json.Serialization;
using Lowtide.Analysis.Agreement;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;

namespace Lowtide.Trials.Runs;

/// <summary>
/// One server start: the unit of a trial. Requests within one are not independent of each other. It holds all that the
/// result is computed from, so that a trial's file gives the result that the trial gave.
/// </summary>
internal sealed record RunResult
{
    public required string Arm { get; init; }

    /// <summary>From 1 in documents, which say pair; from 0 in the program.</summary>
    [AtLeast(1)]
    [JsonPropertyName("pair")]
    public required int Block { get; init; }

    /// <summary>The family's name.</summary>
    public required string Server { get; init; }

    public required int Workers { get; init; }

    /// <summary>Processes that the command started beside the family; their memory is in pss_bytes and private_bytes too.</summary>
    public int Beside { get; init; }

    /// <summary>Answers that the load got; null where it does not tell.</summary>
    public required long? Requests { get; init; }

    /// <summary>Of these, those of status 300 to 399; null where the load does not tell.</summary>
    public long? Redirected { get; init; }

    /// <summary>Requests a second that were due; null where the load has no fixed rate, or does not tell.</summary>
    [Above(0)]
    public double? OfferedPerSecond { get; init; }

    /// <summary>Whether the server kept up with that; where not, latencies are those of a queue; null where that cannot be told.</summary>
    public bool? KeptUp { get; init; }

    /// <summary>Every metric by name; null where this run did not give it.</summary>
    [MetricName, MinLength(1), Signed]
    public required IReadOnlyDictionary<string, double?> Metrics { get; init; }

    /// <summary>By arm that has remedies: whether these are on in every worker of this run, whichever arm it is of.</summary>
    public required IReadOnlyDictionary<string, bool?> InEffect { get; init; }

    /// <summary>By arm, in a baseline run: what that arm should save; null where nothing here says so.</summary>
    public required IReadOnlyDictionary<string, Saving?> Predicted { get; init; }

    public required bool Killed { get; init; }

    public required bool LeftBehind { get; init; }

    /// <summary>What the machine did beside it, from before the start to the end of the load; null where nobody looked.</summary>
    public required HostActivity? HostActivity { get; init; }

    /// <summary>About a second apart, from when the server was ready until it was asked to stop; null where it was not read.</summary>
    public IReadOnlyList<MemoryPoint>? MemoryOverTime { get; init; }

    /// <summary>What pss_bytes and private_bytes are the mean of; null where they are those of one look after the load.</summary>
    public SteadyMemory? Steady { get; init; }

    /// <summary>The most that was read at once; null where nothing was.</summary>
    [JsonIgnore]
    public long? PeakPssBytes => MemoryOverTime?.Max(point => point.PssBytes);

    /// <summary>Of the family right after the load, PSS of files: it falls where processes outside map the same ones. Null where it was not read.</summary>
    public long? FilePssBytes { get; init; }

    /// <summary>Mean of the workers; null without any, where it was not read, and in runs from before it was kept.</summary>
    public long? WorkerPrivateBytes { get; init; }

    /// <summary>From the signal of --reload-signal until the workers of before are gone, as many others are there, and it answers; null without that
    /// option.</summary>
    public double? ReloadSeconds { get; init; }

    /// <summary>Of what the workers inherited, what nobody had copied right after the load; null without any, and where it was not read.</summary>
    [Range(0, 1)]
    public double? InheritedKeptShare { get; init; }

    /// <summary>A full collection has not run yet, and will copy what is shared: the run was too short to show it. Null but of workers of CPython.</summary>
    public bool? FullCollectionComing { get; init; }

    /// <summary>What the processors counted of the server's processes from the load's start to its end; null where it was not read, and in runs from
    /// before it was kept.</summary>
    public ProcessorCounts? Processors { get; init; }

    /// <summary>Figures that the runtime, malloc or the kernel counts too, both of each; null in runs from before it was kept.</summary>
    public IReadOnlyList<AgreedFigure>? Agreements { get; init; }

    /// <summary>From the start to the end of the last process.</summary>
    public required double Seconds { get; init; }

    /// <summary>Null also for a metric that came with a later Lowtide than the run.</summary>
    public double? Value(string metric) => Metrics.GetValueOrDefault(metric);

    public static RunResult Of(TrialPlan plan, Arm arm, int block, MeasuredRun run, double seconds)
    {
        var family = run.Recording.Latest;
        return new RunResult
        {
            Arm = arm.Name,
            Block = block,
            Server = family.Name,
            Workers = family.Workers.Count,
            Beside = run.Beside.Processes,
            Requests = run.Load.Requests,
            Redirected = run.Load.Redirected,
            OfferedPerSecond = run.Load.OfferedPerSecond,
            KeptUp = run.Load.KeptUp,
            Metrics = TrialMetrics.All.ToDictionary(metric => metric.Name, metric => metric.Of(run)),
            InEffect = plan.Arms.Where(each => each.Remedies.Count > 0).ToDictionary(each => each.Name, each => each.TookEffectIn(family)),
            Predicted = arm.IsBaseline ? plan.Arms.ToDictionary(each => each.Name, each => Prediction.Of(each, run.Recording)) : [],
            Killed = run.Killed,
            LeftBehind = run.LeftBehind,
            HostActivity = run.HostActivity,
            MemoryOverTime = run.MemoryOverTime,
            Steady = run.Steady,
            FilePssBytes = family.Members.Aggregate((long?)0, (sum, member) => sum + member.Memory.PssFileBytes),
            WorkerPrivateBytes = family.Workers.Count > 0 && family.Workers.All(worker => worker.Memory.PrivateBytes is not null)
                ? (long)family.Workers.Average(worker => worker.Memory.PrivateBytes!.Value)
                : null,
            InheritedKeptShare = InheritedSharing.Of(family)?.KeptShare,
            ReloadSeconds = run.ReloadSeconds,
            FullCollectionComing = family.Runtime is { Name: "cpython" } && family.Workers.Count > 0
                ? new FullCollectionComing().Examine(run.Recording).Findings.Count > 0 : null,
            Processors = run.Processors,
            Agreements = Analysis.Agreement.Agreements.Of(family, run.Heard),
            Seconds = seconds,
        };
    }
}
