using Lowtide.Analysis.Agreement;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Explain;

/// <summary>What 'lowtide explain TARGET|x.lowtide --json' prints. Sizes are bytes; null is 'not read', never 0.</summary>
internal sealed record ExplainDocument
{
    public const string Name = "lowtide/explain/1";

    public required string Schema { get; init; }

    /// <summary>When a recording was made and who came and went; null of a live look.</summary>
    public required ExplainRecorded? Recorded { get; init; }

    public required ExplainFamily Family { get; init; }

    /// <summary>Null of workers that have worked, and where that was not read.</summary>
    public required IdleWorkers? Idle { get; init; }

    public required IReadOnlyList<InEffectEntry> InEffect { get; init; }

    /// <summary>What 'lowtide run --watch-cycles' counted; null where nobody asked for it.</summary>
    public required CyclesWatchEntry? CyclesWatch { get; init; }

    /// <summary>Those of most seconds first, then of most bytes.</summary>
    public required IReadOnlyList<ExplainFinding> Findings { get; init; }

    /// <summary>What surely saves most and leaves nobody worse off; null where nothing is known to.</summary>
    [Id]
    public required string? FirstRemedy { get; init; }

    /// <summary>Over how long a remedy's gain and cost are weighed.</summary>
    [Above(0)]
    public required double HorizonSeconds { get; init; }

    public required IReadOnlyList<UnreadableEntry> CouldNotRead { get; init; }

    /// <summary>Figures that the runtime, malloc or the kernel counts too, both of each.</summary>
    public required IReadOnlyList<AgreedFigure> Agreements { get; init; }

    /// <summary>Whose write copied what each worker inherited; a worker whose pages could not be traced is left out. What a collection copied and
    /// reads would have copied too is the reference counts'.</summary>
    public required IReadOnlyList<WorkerCopies> CopiedBytesByCause { get; init; }

    /// <summary>The same of all workers together by the type of the objects that tell it, most bytes first.</summary>
    public required IReadOnlyList<TypeCopies> CopiedBytesByType { get; init; }

    /// <summary>The code objects and functions of these by name, a hundred names at most, most bytes first, and with a null name all others of a kind
    /// and cause together; null where none were looked for, as in older recordings.</summary>
    public required IReadOnlyList<CodeCopies>? CopiedBytesByCode { get; init; }

    /// <summary>Living objects of one member whose destructors do more than free memory, which cpython.fast-exit does not run; null where they were
    /// not looked for: 'lowtide record' does, and a live look where that remedy is on.</summary>
    public required PendingDestructorsEntry? PendingDestructors { get; init; }

    /// <summary>Of a recording: workers that served together until all of them had been replaced, in order of time; none of a live look.</summary>
    public required IReadOnlyList<ExplainGeneration> Generations { get; init; }

    /// <summary>Whom the kernel killed for memory meanwhile; null where nobody watched for that: a stretch of what 'lowtide serve' kept knows.</summary>
    public required ExplainKills? KilledForMemory { get; init; }

    /// <summary>How the memory of a serving process went; null of a live look.</summary>
    public required GrowthEntry? Growth { get; init; }

    /// <summary>What a .NET runtime told of its collections; null where none was listened to.</summary>
    public required DotNetEntry? DotNet { get; init; }

    public static ExplainDocument Of(Diagnosis diagnosis) => new()
    {
        Schema = Name,
        Recorded = ExplainRecorded.Of(diagnosis),
        Family = ExplainFamily.Of(diagnosis),
        Idle = diagnosis.Idle,
        InEffect = [.. RemediesInEffect.Of(diagnosis.Family).Select(entry => InEffectEntry.Of(entry, diagnosis.KsmdOn))],
        CyclesWatch = diagnosis.Cycles is { } watch ? CyclesWatchEntry.Of(watch) : null,
        Findings = [.. diagnosis.Findings.Select(found => ExplainFinding.Of(found, diagnosis))],
        FirstRemedy = diagnosis.Answer.First?.Remedy.Id,
        HorizonSeconds = diagnosis.Horizon.Seconds,
        CouldNotRead = UnreadableEntry.All(diagnosis.CouldNotRead),
        Agreements = diagnosis.Agreements,
        CopiedBytesByCause = [.. diagnosis.Causes?.Workers.Select(WorkerCopies.Of) ?? []],
        CopiedBytesByType = TypeCopies.Of(diagnosis.Causes),
        CopiedBytesByCode = CodeCopies.Of(diagnosis.Family),
        PendingDestructors = PendingDestructorsEntry.Of(diagnosis.Family),
        Generations = [.. diagnosis.Generations.Select(ExplainGeneration.Of)],
        KilledForMemory = ExplainKills.Of(diagnosis),
        Growth = GrowthEntry.Of(diagnosis.Growth),
        DotNet = DotNetEntry.Of(diagnosis.DotNet, diagnosis.Alerts, diagnosis.Requests),
    };
}

/// <param name="Seconds">That the samples cover.</param>
/// <param name="WorkersEnded">Seen, and gone at the end.</param>
/// <param name="WorkersCame">Seen, and not there at the start.</param>
/// <param name="SharingSteadySeconds">For so long the workers' sharing neither fell nor rose; null where it did, or that cannot be told.</param>
internal sealed record ExplainRecorded(
    DateTimeOffset Start,
    DateTimeOffset End,
    double Seconds,
    [AtLeast(1)] int Samples,
    int WorkersEnded,
    int WorkersCame,
    [AtLeast(10)] double? SharingSteadySeconds)
{
    public static ExplainRecorded? Of(Diagnosis diagnosis) => diagnosis.Recorded is not { } recorded ? null : new ExplainRecorded(
        recorded.Start, recorded.End, recorded.Seconds, recorded.Samples, recorded.WorkersEnded, recorded.WorkersCame, diagnosis.SteadySeconds);
}
