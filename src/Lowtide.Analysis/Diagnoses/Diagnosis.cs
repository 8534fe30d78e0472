using Lowtide.Analysis.Agreement;
using Lowtide.Analysis.Breakdown;
using Lowtide.Analysis.Causes;
using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Analysis.Growth;
using Lowtide.Analysis.Reloads;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Analysis.Diagnoses;

/// <summary>All that is known of a recording or of one look, computed once. Screens, documents and the report only show it.</summary>
public sealed record Diagnosis
{
    public required FamilySnapshot Family { get; init; }

    private IReadOnlyList<DiagnosedFinding>? _large;
    private DiagnosisAnswer? _answer;

    /// <summary>What the answer is about first, then the largest; each with the remedies that answer it: a finding knows no remedy.</summary>
    public required IReadOnlyList<DiagnosedFinding> Findings
    {
        get;
        // A copy with other findings has another answer.
        init => (field, _large, _answer) = (value, null, null);
    }

    /// <summary>Those that explain enough to begin with, or of which mending may save enough.</summary>
    public IReadOnlyList<DiagnosedFinding> Large => _large ??=
        [.. Findings.Where(found => !FindingRules.IsSmall(found.Finding, Family)
            || found.Remedies.Any(remedy => remedy.MayStandFirst && !FindingRules.IsSmall(remedy.Saving!.HighBytes, Family)))];

    /// <summary>What is alive grows without an end in sight, by as much as matters; null where nothing is seen to.</summary>
    public DiagnosedFinding? Leak => Large.FirstOrDefault(found => found.Finding.IsLeak);

    /// <summary>With the remedies that are to be tried: beside a leak none that only gives freed memory back, for it grows on with that.</summary>
    public DiagnosedFinding ToAct(DiagnosedFinding found) =>
        Leak is null ? found : found with { Remedies = [.. found.Remedies.Where(remedy => !remedy.Remedy.IsOfMalloc)] };

    public IReadOnlyList<Unreadable> CouldNotRead { get; init; } = [];

    /// <summary>Of these, what a rule could not tell from what was read: of what is wrong, not of the processes.</summary>
    public IReadOnlyList<Unreadable> CouldNotTell { get; init; } = [];

    /// <summary>The rest of these.</summary>
    public IEnumerable<Unreadable> NotSeen => CouldNotRead.Except(CouldNotTell);

    /// <summary>Over how long remedies are weighed.</summary>
    public required Horizon Horizon { get; init; }

    /// <summary>Null of a live look.</summary>
    public RecordedTime? Recorded { get; init; }

    /// <summary>For so long the workers' sharing neither fell nor rose; null where it did, or that cannot be told.</summary>
    public double? SteadySeconds { get; init; }

    /// <summary>None of a live look.</summary>
    public IReadOnlyList<WorkerGeneration> Generations { get; init; } = [];

    /// <summary>None of a live look.</summary>
    public IReadOnlyList<MasterChange> MasterChanges { get; init; } = [];

    /// <summary>Whom the kernel killed for memory meanwhile, newest first; null where nobody watched for that: of all but a stretch of a history.</summary>
    public IReadOnlyList<WatchedEvent>? Kills { get; init; }

    /// <summary>Whether the kernel merged equal pages when it was looked at; null where it cannot, or where that was not read.</summary>
    public bool? KsmdOn { get; init; }

    /// <summary>It would merge nothing: the kernel's thread for that is off.</summary>
    public bool LacksKsmd(IRemedy remedy) => KsmdOn == false && remedy.Launch.MergePages;

    /// <summary>What is known of unreachable cycles; null where nobody asked for it.</summary>
    public CycleWatch? Cycles { get; init; }

    /// <summary>Where the memory is; null where that was not read.</summary>
    public IReadOnlyList<MemoryPlace>? Places { get; init; }

    /// <summary>The same of each process, by what its memory is for; null where none could be told.</summary>
    public IReadOnlyList<MemberMemory>? Breakdown { get; init; }

    /// <summary>Figures that the runtime, malloc or the kernel counts too.</summary>
    public IReadOnlyList<AgreedFigure> Agreements { get; init; } = [];

    /// <summary>What copied the workers' memory; null where no worker's pages were traced.</summary>
    public FamilyCauses? Causes { get; init; }

    /// <summary>How memory went; null of a live look.</summary>
    public JoinedGrowth? Growth { get; init; }

    /// <summary>Where a rise of it lies; null of a live look, and where that was not told at both ends.</summary>
    public GrowthOrigin? Origin { get; init; }

    /// <summary>What a .NET runtime told; null where none was listened to.</summary>
    public DotNetTrace? DotNet { get; init; }

    /// <summary>Counters of .NET against the thresholds of alerts on them; none where no runtime was listened to.</summary>
    public IReadOnlyList<CounterAlert> Alerts { get; init; } = [];

    /// <summary>Beside the pauses of a .NET runtime; null where nobody watched them.</summary>
    public IReadOnlyList<SlowRequests>? Requests { get; init; }

    /// <summary>Of a .nettrace by itself, which is no look at a process that runs.</summary>
    public bool FromTrace => Family.Master is { Process.FromTrace: true };

    /// <summary>Why nothing is known of a .NET runtime's collections; null where they were listened to, or another runtime runs.</summary>
    public Unreadable? Unheard => Family.Runtime is not { Name: "dotnet" } ? null
        : CouldNotRead.FirstOrDefault(missing => missing.Code == Unreadable.DotNetCollections);

    /// <summary>Null of those that have worked.</summary>
    public IdleWorkers? Idle => IdleWorkers.Of(Family);

    /// <summary>No member's memory could be read, or no worker's pages.</summary>
    public bool IsUnread =>
        Family.Serving.All(member => member.Memory.PssBytes is null || (Family.Workers.Count > 0 && member.Census is null));

    /// <summary>Nothing is found as nothing could be read, which is no answer.</summary>
    public bool NothingRead => Findings.Count == 0 && DotNet is null && IsUnread;

    /// <summary>Findings whose pauses must not be added; null where there are none.</summary>
    public OverlappingFindings? Overlapping => OverlappingFindings.Of([.. Findings.Select(found => found.Finding)]);

    /// <summary>Findings of memory that must not be added; null where there are none.</summary>
    public OverlappingMemory? OverlappingMemory => OverlappingMemory.Of([.. Findings.Select(found => found.Finding)]);

    /// <summary>The finding to begin with, and what to do about it.</summary>
    public DiagnosisAnswer Answer => _answer ??= DiagnosisAnswer.Of(this);

    /// <summary>What the server was started with: whoever adds a remedy means to keep the others.</summary>
    public IReadOnlyList<string> AskedFor =>
        [.. RemedyCatalogue.All.Select(remedy => remedy.Id).Where(id => RemediesInEffect.WereAskedFor(id, Family))];

    /// <inheritdoc cref="StartLine.Of"/>
    public string? Start => StartLine.Of(Family);

    public static Diagnosis Of(Recording recorded)
    {
        var recording = RuntimeSettings.AttachTo(recorded);
        var family = recording.Latest;
        var examination = FindingRules.Examine(recording);
        var horizon = Horizon.Of(family);
        var breakdown = MemoryBreakdown.OfFamily(recording);
        var diagnosis = new Diagnosis
        {
            Family = family,
            Findings = DiagnosedFinding.All(examination.Findings, recording, horizon),
            CouldNotRead =
            [
                .. recording.CouldNotRead,
                .. new[] { InheritedShare.SomePages(family), SampledHeaps.Note(family) }.OfType<Unreadable>(),
                .. examination.CouldNotTell,
            ],
            CouldNotTell = examination.CouldNotTell,
            Horizon = horizon,
            Recorded = RecordedTime.Of(recording),
            SteadySeconds = SharingTrend.Of(recording) is { } trend && trend.IsSteady(family) ? trend.Seconds : null,
            Generations = WorkerGeneration.All(recording),
            MasterChanges = MasterChange.All(recording),
            Kills = recording.Kills?.Reverse().ToList(),
            KsmdOn = recording.Host.KsmdOn,
            Cycles = CycleWatch.Of(recording),
            Places = MemoryPlaces.Of(recording),
            Breakdown = breakdown,
            Agreements = Agreement.Agreements.Of(family, recording.DotNet, breakdown),
            Causes = FamilyCauses.Of(family),
            DotNet = recording.DotNet,
            Alerts = CounterAlert.All(recording),
            Requests = recording.DotNet?.Requests is null ? null : SlowRequests.All(recording),
            Growth = recording.Samples.Count == 0 ? null : FamilySeries.Growth(recording),
            Origin = recording.Samples.Count == 0 ? null : GrowthOrigin.Of(recording),
        };
        // What the answer is about is the first of the list, too.
        var leading = diagnosis.Answer.Leading?.Finding;
        var order = examination.Findings.OrderBy(finding => finding != leading).ToList();
        return order.SequenceEqual(examination.Findings) ? diagnosis
            : diagnosis with { Findings = DiagnosedFinding.All(order, recording, horizon) };
    }
}
