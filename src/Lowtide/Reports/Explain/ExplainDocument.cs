using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Growth;
using Lowtide.Analysis.Reloads;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;
using Lowtide.Reports.Trials;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <summary>What 'lowtide explain TARGET|x.lowtide --json' prints. Sizes are bytes; null is 'not read', never 0.</summary>
internal sealed record ExplainDocument
{
    public const string Name = "lowtide/explain/1";

    public required string Schema { get; init; }

    /// <summary>When a recording was made and who came and went; null of a live look.</summary>
    public required ExplainRecorded? Recorded { get; init; }

    public required ExplainFamily Family { get; init; }

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

    /// <summary>How the memory of a serving process went; null of a live look.</summary>
    public required GrowthEntry? Growth { get; init; }

    /// <summary>What a .NET runtime told of its collections; null where none was listened to.</summary>
    public required DotNetEntry? DotNet { get; init; }

    public static ExplainDocument Of(Diagnosis diagnosis) => new()
    {
        Schema = Name,
        Recorded = ExplainRecorded.Of(diagnosis),
        Family = ExplainFamily.Of(diagnosis.Family),
        InEffect = [.. RemediesInEffect.Of(diagnosis.Family).Select(entry => InEffectEntry.Of(entry, diagnosis.KsmdOn))],
        CyclesWatch = diagnosis.Cycles is { } watch ? CyclesWatchEntry.Of(watch) : null,
        Findings = [.. diagnosis.Findings.Select(found => ExplainFinding.Of(found, diagnosis))],
        FirstRemedy = diagnosis.Answer.First?.Remedy.Id,
        HorizonSeconds = diagnosis.Horizon.Seconds,
        CouldNotRead = UnreadableEntry.All(diagnosis.CouldNotRead),
        CopiedBytesByCause = [.. diagnosis.Causes?.Workers.Select(WorkerCopies.Of) ?? []],
        CopiedBytesByType = TypeCopies.Of(diagnosis.Causes),
        CopiedBytesByCode = CodeCopies.Of(diagnosis.Family),
        PendingDestructors = PendingDestructorsEntry.Of(diagnosis.Family),
        Generations = [.. diagnosis.Generations.Select(ExplainGeneration.Of)],
        Growth = GrowthEntry.Of(diagnosis.Growth),
        DotNet = DotNetEntry.Of(diagnosis.DotNet, diagnosis.Alerts, diagnosis.Requests),
    };
}

/// <summary>How the memory of a serving process went.</summary>
/// <param name="Series">Of what that was told: all that is resident, where the heap gave no account over time; else what the program holds by its
/// heap's account, what is resident outside that heap, or what the heap has and the program does not use.</param>
/// <param name="RiseBytes">From the least to the most of the course that fits best, without the daily load; null where it is too early to
/// tell.</param>
/// <param name="BytesPerSecond">Of a linear course; null of others.</param>
/// <param name="BytesPerSecondError">Standard error of that.</param>
/// <param name="WatchSeconds">How long to watch in all until there can be an answer; null where there is one.</param>
/// <param name="Why">Why it is too early to tell; null where it is not.</param>
internal sealed record GrowthEntry(
    [Words(typeof(GrowthShape))] string Shape,
    [Words(typeof(GrowthSeriesKind))] string Series,
    double? RiseBytes,
    [Signed] double? BytesPerSecond,
    double? BytesPerSecondError,
    double? WatchSeconds,
    string? Why)
{
    public static GrowthEntry? Of(JoinedGrowth? judged) => judged?.Course is not { } growth ? null : new GrowthEntry(
        JsonWord.Of(growth.Shape), JsonWord.Of(judged.Of), growth.RiseBytes, growth.BytesASecond, growth.Error, growth.WatchSeconds, growth.Why);
}

/// <summary>A remedy that the family was launched with, or that is on however it came there.</summary>
/// <param name="TookEffect">Read from every serving process, or from the master where it acts there; null where one could not be read and none
/// contradicts.</param>
/// <param name="PartOf">Another remedy that is on and has this one's effect in its own; null where it is on by itself, or was asked for.</param>
/// <param name="HeldBack">Why one that is on does nothing all the same; null otherwise.</param>
internal sealed record InEffectEntry([Id] string Id, bool? TookEffect, [Id] string? PartOf, string? HeldBack)
{
    public static InEffectEntry Of(RemedyInEffect entry, bool? ksmdOn) =>
        new(entry.Id, entry.TookEffect, entry.PartOf, LaunchWords.IsHeldBack(entry, ksmdOn) ? "ksmd is off" : null);
}

/// <param name="CollectorOn">In every worker, so that nothing is counted.</param>
/// <param name="Process">The worker of the last count, as it sees itself; null before the first, as what follows is.</param>
/// <param name="Bytes">In its unreachable cycles.</param>
/// <param name="BytesPerSecond">By which all workers grow; null before the second count, as what follows is.</param>
/// <param name="AvailableBytes">Until the kernel kills, or the machine is full.</param>
/// <param name="UntilDeploySeconds">As --watch-cycles was told.</param>
/// <param name="FillsMemory">Before the next deploy; null where that cannot be said.</param>
internal sealed record CyclesWatchEntry(
    bool CollectorOn,
    [AtLeast(1)] int? Process,
    long? Bytes,
    [Signed] double? BytesPerSecond,
    [Signed] long? AvailableBytes,
    double? UntilDeploySeconds,
    bool? FillsMemory)
{
    public static CyclesWatchEntry Of(CycleWatch watch) => new(
        watch.CollectorOn, watch.Last?.ProcessId, watch.Last?.Bytes, watch.BytesPerSecond, watch.AvailableBytes, watch.UntilDeploySeconds,
        watch.FillsMemory);
}

/// <param name="Process">The pid of the one member that was looked through.</param>
/// <param name="Complete">False where there may be more.</param>
/// <param name="Objects">Most first, 64 types at most.</param>
internal sealed record PendingDestructorsEntry([AtLeast(1)] int Process, bool Complete, IReadOnlyList<DestructorEntry> Objects)
{
    public static PendingDestructorsEntry? Of(FamilySnapshot family) =>
        family.Members.FirstOrDefault(member => member.Destructors is not null) is not { Destructors: { } found, Process.Pid: var pid } ? null : new(
            pid, found.Complete, [.. found.Objects.Select(count => new DestructorEntry(count.Type, JsonWord.Of(count.Kind), count.Count))]);
}

/// <param name="Type">With its module.</param>
/// <param name="Kind">finalizer: a class with a method __del__.</param>
internal sealed record DestructorEntry(string Type, [Words(typeof(DestructorKind))] string Kind, [AtLeast(1)] int Count);

/// <param name="Workers">Pids, the first to be seen first.</param>
/// <param name="FirstSeconds">Into the recording.</param>
/// <param name="GoneSeconds">When the last of those that began it was last seen; null while one of them lives.</param>
/// <param name="FinalisationSeconds">The longest that one was seen to take its runtime apart; null where none was, as what follows is.</param>
/// <param name="CopiedAtEndLowBytes">By all of them meanwhile, by their private memory as far as it was read.</param>
/// <param name="CopiedAtEndHighBytes">The same by pages touched for the first time.</param>
internal sealed record ExplainGeneration(
    [AtLeast(1)] IReadOnlyList<int> Workers,
    double FirstSeconds,
    double? GoneSeconds,
    double? FinalisationSeconds,
    long? CopiedAtEndLowBytes,
    long? CopiedAtEndHighBytes)
{
    public static ExplainGeneration Of(WorkerGeneration generation)
    {
        var ends = generation.Workers.Select(Finalisation.Of).OfType<Finalisation>().ToList();
        return new ExplainGeneration(
            [.. generation.Workers.Select(worker => worker.Pid)],
            generation.FirstSeconds,
            generation.GoneSeconds,
            ReloadWords.Longest(generation)?.Seconds,
            ends.Count == 0 ? null : ends.Sum(end => end.CopiedLowBytes),
            ends.Count == 0 ? null : ends.Sum(end => end.CopiedHighBytes));
    }
}

internal sealed record WorkerCopies
{
    /// <summary>Its pid; one whose pages could not be traced is left out.</summary>
    [AtLeast(1)]
    public required int Worker { get; init; }

    public required long Collector { get; init; }

    public required long ReferenceCount { get; init; }

    public required long AllocatorReuse { get; init; }

    public required long CacheFill { get; init; }

    public required long PayloadWrite { get; init; }

    public required long Undecided { get; init; }

    /// <summary>Of a sample of pages that no collection writes to, those that the worker has copied; null where none was taken.</summary>
    public required ReadSample? Reads { get; init; }

    public static WorkerCopies Of((Member Worker, CopiedByCause Copied) traced) => new()
    {
        Worker = traced.Worker.Process.Pid,
        Collector = traced.Copied.BytesOf(CopyCause.Collector),
        ReferenceCount = traced.Copied.BytesOf(CopyCause.ReferenceCount),
        AllocatorReuse = traced.Copied.BytesOf(CopyCause.AllocatorReuse),
        CacheFill = traced.Copied.BytesOf(CopyCause.CacheFill),
        PayloadWrite = traced.Copied.BytesOf(CopyCause.PayloadWrite),
        Undecided = traced.Copied.BytesOf(CopyCause.Undecided),
        Reads = traced.Worker.Reads,
    };
}

/// <param name="Type">As the language names it; empty for memory of no object.</param>
internal sealed record TypeCopies(string Type, [Words(typeof(CopyCause))] string Cause, long Bytes)
{
    /// <summary>Of all workers together, most bytes first.</summary>
    public static IReadOnlyList<TypeCopies> Of(FamilyCauses? causes) =>
        [.. (causes?.Workers ?? [])
            .SelectMany(traced => traced.Copied.Rows)
            .GroupBy(row => new { row.Type, row.Cause })
            .Select(same => new TypeCopies(
                same.Key.Type, JsonWord.Of(same.Key.Cause), same.Sum(row => row.Bytes)))
            .OrderByDescending(row => row.Bytes)];
}

/// <param name="Name">Qualified; before CPython 3.11 a code object's plain name; null: all others together, of a worker what is beyond its 256 most
/// copied names, and those whose names were not read.</param>
/// <param name="Where">A code object's file, a function's module.</param>
internal sealed record CodeCopies(
    string? Name,
    [Words(typeof(CodeKind))] string Kind,
    string? Where,
    [Words(typeof(CopyCause))] string Cause,
    long Bytes)
{
    private const int MostNamed = 100;

    /// <summary>Of all workers together, most bytes first. They add up to all that was copied of code and functions.</summary>
    public static IReadOnlyList<CodeCopies>? Of(FamilySnapshot family)
    {
        if (CodeByCause.Of(family) is not { } codes)
            return null;
        var named = codes.Where(code => code.Name is not null).Take(MostNamed).ToList();
        var others = codes.Except(named).GroupBy(code => (code.Kind, code.Cause))
            .Select(rest => rest.First() with { Name = null, Where = null, Bytes = rest.Sum(code => code.Bytes) });
        return [.. named.Concat(others).OrderByDescending(code => code.Bytes)
            .Select(code => new CodeCopies(code.Name, JsonWord.Of(code.Kind), code.Where, JsonWord.Of(code.Cause), code.Bytes))];
    }
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

/// <param name="Master">Null where the master has died and left its workers.</param>
/// <param name="Workers">Oldest first; empty for a lone process.</param>
/// <param name="Runtime">Null where none was found that Lowtide knows.</param>
/// <param name="Allocator">The malloc that is really called; null where it could not be told.</param>
/// <param name="Ruby">Of each member that runs CRuby and of which anything was read; null where none does.</param>
/// <param name="Breakdown">Of each member of a Ruby family, its PSS by what it is; null where none could be told.</param>
/// <param name="Children">What a process without workers has started by a command, most memory first: they share nothing with it; null where that was
/// not looked for.</param>
internal sealed record ExplainFamily(
    [AtLeast(1)] int? Master,
    [AtLeast(1)] IReadOnlyList<int> Workers,
    RuntimeEntry? Runtime,
    AllocatorEntry? Allocator,
    IReadOnlyList<RubyEntry>? Ruby,
    IReadOnlyList<BreakdownEntry>? Breakdown,
    IReadOnlyList<ChildFamily>? Children)
{
    public static ExplainFamily Of(FamilySnapshot family) => new(
        family.Master?.Process.Pid,
        [.. family.Workers.Select(worker => worker.Process.Pid)],
        family.Runtime is { } runtime ? new RuntimeEntry(runtime.Name, runtime.Version) : null,
        AllocatorEntry.Of(family),
        RubyEntry.All(family),
        BreakdownEntry.All(family),
        family.Children);
}

internal sealed record ExplainFinding
{
    [Id]
    public required string Id { get; init; }

    /// <summary>What was found in a few words, without figures.</summary>
    public required string Title { get; init; }

    /// <summary>One sentence.</summary>
    public required string Statement { get; init; }

    /// <summary>What it explains in the whole family; null for a finding about pauses.</summary>
    public required long? Bytes { get; init; }

    /// <summary>Seconds of pauses or waits that it explains, all of them: several findings may count the same pauses, so that they are not to be
    /// added; null for a finding about memory.</summary>
    public required double? Seconds { get; init; }

    /// <summary>The mean over the workers that it holds for.</summary>
    public required long? BytesPerWorker { get; init; }

    [MinLength(1)]
    public required IReadOnlyList<Evidence> Evidence { get; init; }

    /// <summary>Those that answer it, can apply and are not on already.</summary>
    public required IReadOnlyList<ExplainRemedy> Remedies { get; init; }

    /// <summary>Remedies that answer it and would do harm here.</summary>
    public required IReadOnlyList<DeclinedRemedy> Declined { get; init; }

    /// <summary>What the server's own configuration has against it; null where it has nothing, or the server is not known.</summary>
    public required ServerSetting? Setting { get; init; }

    public static ExplainFinding Of(DiagnosedFinding explained, Diagnosis diagnosis) => new()
    {
        Id = explained.Finding.Id,
        Title = FindingRules.Title(explained.Finding),
        Statement = explained.Finding.Statement,
        Bytes = explained.Finding.Bytes,
        Seconds = explained.Finding.Seconds,
        BytesPerWorker = explained.Finding.BytesPerWorker,
        Evidence = explained.Finding.Evidence,
        Remedies = [.. explained.Remedies.Select(remedy => new ExplainRemedy
        {
            Id = remedy.Remedy.Id,
            PredictedSavingBytes = SavedBytesEntry.Of(remedy.Saving),
            NetSavingBytes = SavedBytesEntry.Of(remedy.Net),
            Cost = CostEntry.Of(remedy.Saving?.Cost),
            RestsOn = remedy.Saving?.RestsOn,
            Risks = remedy.Risks,
            CannotTell = remedy.CannotTell,
            Command = TrialLine.Run(remedy.Remedy, diagnosis),
        })],
        Declined = [.. explained.Declined.Select(declined => new DeclinedRemedy(
            declined.Remedy.Id, declined.Declined!, CostEntry.Of(declined.Saving?.Cost)))],
        Setting = explained.Setting,
    };
}

/// <param name="Why">What harm it would do here.</param>
/// <param name="Cost">What it would let grow; null where nothing, or where nothing is predicted.</param>
internal sealed record DeclinedRemedy([Id] string Id, [MinLength(1)] string Why, CostEntry? Cost);

internal sealed record ExplainRemedy
{
    [Id]
    public required string Id { get; init; }

    /// <summary>Null where it cannot be said.</summary>
    public required SavedBytesEntry? PredictedSavingBytes { get; init; }

    /// <summary>The same after horizon_seconds, below 0 where it may cost more than it saves; null where nothing is predicted.</summary>
    public required SavedBytesEntry? NetSavingBytes { get; init; }

    /// <summary>What it lets grow; null where nothing, or where nothing is predicted.</summary>
    public required CostEntry? Cost { get; init; }

    /// <summary>What the prediction is made of; null where there is none, or the finding's evidence says it.</summary>
    public required string? RestsOn { get; init; }

    /// <summary>Of the remedy, and behind them what they come to in this family, as far as that was looked for.</summary>
    [MinLength(1)]
    public required IReadOnlyList<string> Risks { get; init; }

    /// <summary>What its use in this family hangs on and could not be read; null where all was.</summary>
    public required string? CannotTell { get; init; }

    public required string Command { get; init; }
}

/// <summary>What it lets grow; the rates are null where they are not known.</summary>
/// <param name="LowBytesPerSecond">Of all processes together; null where it is not known.</param>
/// <param name="HighBytesPerSecond">Of all processes together; null where it is not known.</param>
/// <param name="MostBytes">It grows no further; null where nothing ends it.</param>
/// <param name="Open">More may hang on it than could be told.</param>
internal sealed record CostEntry(double? LowBytesPerSecond, double? HighBytesPerSecond, long? MostBytes, bool Open, [MinLength(1)] string RestsOn)
{
    public static CostEntry? Of(MemoryCost? cost) => cost is null ? null : new(
        cost.IsKnown ? cost.LowBytesPerSecond : null, cost.IsKnown ? cost.HighBytesPerSecond : null, cost.MostBytes, cost.IsOpen, cost.RestsOn);
}

/// <summary>Drop in the family's summed PSS, at least and at most; below 0 where it may rise.</summary>
internal sealed record SavedBytesEntry([Signed] long Low, [Signed] long High)
{
    public static SavedBytesEntry? Of(Saving? saving) => saving is null ? null : new(saving.LowBytes, saving.HighBytes);
}
