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
internal sealed record ExplainDocument(
    string Schema,
    ExplainRecorded? Recorded,
    ExplainFamily Family,
    IReadOnlyList<InEffectEntry> InEffect,
    CyclesWatchEntry? CyclesWatch,
    IReadOnlyList<ExplainFinding> Findings,
    string? FirstRemedy,
    double HorizonSeconds,
    IReadOnlyList<UnreadableEntry> CouldNotRead,
    IReadOnlyList<WorkerCopies> CopiedBytesByCause,
    IReadOnlyList<TypeCopies> CopiedBytesByType,
    IReadOnlyList<CodeCopies>? CopiedBytesByCode,
    PendingDestructorsEntry? PendingDestructors,
    IReadOnlyList<ExplainGeneration> Generations,
    GrowthEntry? Growth,
    DotNetEntry? DotNet)
{
    public const string Name = "lowtide/explain/1";

    public static ExplainDocument Of(Diagnosis diagnosis) => new(
        Name,
        ExplainRecorded.Of(diagnosis),
        ExplainFamily.Of(diagnosis.Family),
        [.. RemediesInEffect.Of(diagnosis.Family).Select(entry => InEffectEntry.Of(entry, diagnosis.KsmdOn))],
        diagnosis.Cycles is { } watch ? CyclesWatchEntry.Of(watch) : null,
        [.. diagnosis.Findings.Select(found => ExplainFinding.Of(found, diagnosis))],
        diagnosis.Answer.First?.Remedy.Id,
        diagnosis.Horizon.Seconds,
        UnreadableEntry.All(diagnosis.CouldNotRead),
        [.. diagnosis.Causes?.Workers.Select(WorkerCopies.Of) ?? []],
        TypeCopies.Of(diagnosis.Causes),
        CodeCopies.Of(diagnosis.Family),
        PendingDestructorsEntry.Of(diagnosis.Family),
        [.. diagnosis.Generations.Select(ExplainGeneration.Of)],
        GrowthEntry.Of(diagnosis.Growth),
        DotNetEntry.Of(diagnosis.DotNet, diagnosis.Alerts, diagnosis.Requests));
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

/// <param name="Worker">Its pid; one whose pages could not be traced is left out.</param>
internal sealed record WorkerCopies(
    int Worker, long Collector, long ReferenceCount, long AllocatorReuse, long CacheFill, long PayloadWrite, long Undecided, ReadSample? Reads)
{
    public static WorkerCopies Of((Member Worker, CopiedByCause Copied) traced) => new(
        traced.Worker.Process.Pid,
        traced.Copied.BytesOf(CopyCause.Collector),
        traced.Copied.BytesOf(CopyCause.ReferenceCount),
        traced.Copied.BytesOf(CopyCause.AllocatorReuse),
        traced.Copied.BytesOf(CopyCause.CacheFill),
        traced.Copied.BytesOf(CopyCause.PayloadWrite),
        traced.Copied.BytesOf(CopyCause.Undecided),
        traced.Worker.Reads);
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

/// <param name="Seconds">Of pauses or waits.</param>
internal sealed record ExplainFinding(
    string Id,
    string Title,
    string Statement,
    long? Bytes,
    double? Seconds,
    long? BytesPerWorker,
    IReadOnlyList<Evidence> Evidence,
    IReadOnlyList<ExplainRemedy> Remedies,
    IReadOnlyList<DeclinedRemedy> Declined,
    ServerSetting? Setting)
{
    public static ExplainFinding Of(DiagnosedFinding explained, Diagnosis diagnosis) => new(
        explained.Finding.Id,
        FindingRules.Title(explained.Finding),
        explained.Finding.Statement,
        explained.Finding.Bytes,
        explained.Finding.Seconds,
        explained.Finding.BytesPerWorker,
        explained.Finding.Evidence,
        [.. explained.Remedies.Select(remedy => new ExplainRemedy(
            remedy.Remedy.Id,
            SavingEntry.Of(remedy.Saving),
            SavingEntry.Of(remedy.Net),
            CostEntry.Of(remedy.Saving?.Cost),
            remedy.Saving?.RestsOn,
            remedy.Risks,
            remedy.CannotTell,
            TrialLine.Run(remedy.Remedy, diagnosis)))],
        [.. explained.Declined.Select(declined => new DeclinedRemedy(
            declined.Remedy.Id, declined.Declined!, CostEntry.Of(declined.Saving?.Cost)))],
        explained.Setting);
}

/// <param name="Why">What harm it would do here.</param>
internal sealed record DeclinedRemedy(string Id, string Why, CostEntry? Cost);

/// <param name="Risks">Of the remedy, and what they come to in this family.</param>
/// <param name="CannotTell">What its use in this family hangs on and could not be read; null where all was.</param>
internal sealed record ExplainRemedy(
    string Id, SavingEntry? PredictedSavingBytes, SavingEntry? NetSavingBytes, CostEntry? Cost, string? RestsOn,
    IReadOnlyList<string> Risks, string? CannotTell, string Command);

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
