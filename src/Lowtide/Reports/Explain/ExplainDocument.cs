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

/// <summary>lowtide/explain/1</summary>
internal sealed record ExplainDocument
{
    public const string Name = "lowtide/explain/1";

    public required string Schema { get; init; }

    public required ExplainRecorded? Recorded { get; init; }

    public required ExplainFamily Family { get; init; }

    public required IReadOnlyList<InEffectEntry> InEffect { get; init; }

    public required CyclesWatchEntry? CyclesWatch { get; init; }

    public required IReadOnlyList<ExplainFinding> Findings { get; init; }

    public required string? FirstRemedy { get; init; }

    public required double HorizonSeconds { get; init; }

    public required IReadOnlyList<UnreadableEntry> CouldNotRead { get; init; }

    public required IReadOnlyList<WorkerCopies> CopiedBytesByCause { get; init; }

    public required IReadOnlyList<TypeCopies> CopiedBytesByType { get; init; }

    public required IReadOnlyList<CodeCopies>? CopiedBytesByCode { get; init; }

    public required PendingDestructorsEntry? PendingDestructors { get; init; }

    public required IReadOnlyList<ExplainGeneration> Generations { get; init; }

    public required GrowthEntry? Growth { get; init; }

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
/// <param name="Series">Of which part that was told.</param>
/// <param name="RiseBytes">Null where it is too early to tell.</param>
/// <param name="BytesPerSecond">Of a linear course only, as its standard error.</param>
/// <param name="WatchSeconds">In all, where it is too early to tell; null otherwise.</param>
internal sealed record GrowthEntry(
    string Shape, string Series, double? RiseBytes, double? BytesPerSecond, double? BytesPerSecondError, double? WatchSeconds, string? Why)
{
    public static GrowthEntry? Of(JoinedGrowth? judged) => judged?.Course is not { } growth ? null : new GrowthEntry(
        JsonWord.Of(growth.Shape), JsonWord.Of(judged.Of), growth.RiseBytes, growth.BytesASecond, growth.Error, growth.WatchSeconds, growth.Why);
}

/// <param name="HeldBack">Why one that is on does nothing all the same; null otherwise.</param>
internal sealed record InEffectEntry(string Id, bool? TookEffect, string? PartOf, string? HeldBack)
{
    public static InEffectEntry Of(RemedyInEffect entry, bool? ksmdOn) =>
        new(entry.Id, entry.TookEffect, entry.PartOf, LaunchWords.IsHeldBack(entry, ksmdOn) ? "ksmd is off" : null);
}

/// <param name="Process">As it sees itself, that was counted; null before the first count, as what follows is.</param>
/// <param name="BytesPerSecond">By all workers; null before the second count, as what follows is.</param>
internal sealed record CyclesWatchEntry(
    bool CollectorOn, int? Process, long? Bytes, double? BytesPerSecond, long? AvailableBytes, double? UntilDeploySeconds, bool? FillsMemory)
{
    public static CyclesWatchEntry Of(CycleWatch watch) => new(
        watch.CollectorOn, watch.Last?.ProcessId, watch.Last?.Bytes, watch.BytesPerSecond, watch.AvailableBytes, watch.UntilDeploySeconds,
        watch.FillsMemory);
}

/// <param name="Process">The pid of the one member that was looked through.</param>
internal sealed record PendingDestructorsEntry(int Process, bool Complete, IReadOnlyList<DestructorEntry> Objects)
{
    public static PendingDestructorsEntry? Of(FamilySnapshot family) =>
        family.Members.FirstOrDefault(member => member.Destructors is not null) is not { Destructors: { } found, Process.Pid: var pid } ? null : new(
            pid, found.Complete, [.. found.Objects.Select(count => new DestructorEntry(count.Type, JsonWord.Of(count.Kind), count.Count))]);
}

internal sealed record DestructorEntry(string Type, string Kind, int Count);

/// <param name="GoneSeconds">Null while one of those that began it lives.</param>
/// <param name="FinalisationSeconds">The longest; null where none was seen, as what follows is.</param>
/// <param name="CopiedAtEndLowBytes">By all of them.</param>
internal sealed record ExplainGeneration(
    IReadOnlyList<int> Workers,
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
    public required int Worker { get; init; }

    public required long Collector { get; init; }

    public required long ReferenceCount { get; init; }

    public required long AllocatorReuse { get; init; }

    public required long CacheFill { get; init; }

    public required long PayloadWrite { get; init; }

    public required long Undecided { get; init; }

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

/// <param name="Type">"" for memory of no object.</param>
internal sealed record TypeCopies(string Type, string Cause, long Bytes)
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

/// <param name="Name">Null for all others of the kind and cause together.</param>
/// <param name="Where">A code object's file, a function's module.</param>
internal sealed record CodeCopies(string? Name, string Kind, string? Where, string Cause, long Bytes)
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

/// <param name="SharingSteadySeconds">Null where sharing fell or rose by what matters, or that cannot be told.</param>
internal sealed record ExplainRecorded(
    DateTimeOffset Start, DateTimeOffset End, double Seconds, int Samples, int WorkersEnded, int WorkersCame, double? SharingSteadySeconds)
{
    public static ExplainRecorded? Of(Diagnosis diagnosis) => diagnosis.Recorded is not { } recorded ? null : new ExplainRecorded(
        recorded.Start, recorded.End, recorded.Seconds, recorded.Samples, recorded.WorkersEnded, recorded.WorkersCame, diagnosis.SteadySeconds);
}

internal sealed record ExplainFamily(int? Master, IReadOnlyList<int> Workers, RuntimeEntry? Runtime, AllocatorEntry? Allocator,
    IReadOnlyList<RubyEntry>? Ruby, IReadOnlyList<BreakdownEntry>? Breakdown, IReadOnlyList<ChildFamily>? Children)
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
    public required string Id { get; init; }

    public required string Title { get; init; }

    public required string Statement { get; init; }

    public required long? Bytes { get; init; }

    /// <summary>Of pauses or waits.</summary>
    public required double? Seconds { get; init; }

    public required long? BytesPerWorker { get; init; }

    public required IReadOnlyList<Evidence> Evidence { get; init; }

    public required IReadOnlyList<ExplainRemedy> Remedies { get; init; }

    public required IReadOnlyList<DeclinedRemedy> Declined { get; init; }

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
            PredictedSavingBytes = SavingEntry.Of(remedy.Saving),
            NetSavingBytes = SavingEntry.Of(remedy.Net),
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
internal sealed record DeclinedRemedy(string Id, string Why, CostEntry? Cost);

internal sealed record ExplainRemedy
{
    public required string Id { get; init; }

    public required SavingEntry? PredictedSavingBytes { get; init; }

    public required SavingEntry? NetSavingBytes { get; init; }

    public required CostEntry? Cost { get; init; }

    public required string? RestsOn { get; init; }

    /// <summary>Of the remedy, and what they come to in this family.</summary>
    public required IReadOnlyList<string> Risks { get; init; }

    /// <summary>What its use in this family hangs on and could not be read; null where all was.</summary>
    public required string? CannotTell { get; init; }

    public required string Command { get; init; }
}

/// <summary>What it lets grow; the rates are null where they are not known.</summary>
/// <param name="MostBytes">Null where nothing ends it.</param>
/// <param name="Open">More may hang on it than could be told.</param>
internal sealed record CostEntry(double? LowBytesPerSecond, double? HighBytesPerSecond, long? MostBytes, bool Open, string RestsOn)
{
    public static CostEntry? Of(MemoryCost? cost) => cost is null ? null : new(
        cost.IsKnown ? cost.LowBytesPerSecond : null, cost.IsKnown ? cost.HighBytesPerSecond : null, cost.MostBytes, cost.IsOpen, cost.RestsOn);
}

internal sealed record SavingEntry(long Low, long High)
{
    public static SavingEntry? Of(Saving? saving) => saving is null ? null : new(saving.LowBytes, saving.HighBytes);
}
