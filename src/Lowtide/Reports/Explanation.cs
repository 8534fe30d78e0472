using Lowtide.Analysis.Breakdown;
using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Analysis.Growth;
using Lowtide.Analysis.Reloads;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Capture.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Reports;

/// <summary>Findings joined with the remedies that say they answer them: neither knows the other.</summary>
/// <param name="Recorded">Null of a live look.</param>
/// <param name="Generations">None of a live look.</param>
/// <param name="Reloads">In words; none of a recording through which all stayed.</param>
/// <param name="KsmdOn">Whether the machine's kernel merged equal pages when it was looked at; null where it cannot, or where that was not read.</param>
/// <param name="Cycles">What is known of unreachable cycles; null where nobody asked for it.</param>
/// <param name="SteadySeconds">For so long the workers' sharing neither fell nor rose; null where it did, or that cannot be told.</param>
internal sealed record Explanation(
    FamilySnapshot Family,
    IReadOnlyList<ExplainedFinding> Findings,
    IReadOnlyList<Unreadable> CouldNotRead,
    RecordedTime? Recorded,
    double? SteadySeconds,
    IReadOnlyList<WorkerGeneration> Generations,
    IReadOnlyList<string> Reloads,
    bool? KsmdOn,
    CycleWatch? Cycles)
{
    /// <summary>Over how long remedies are weighed.</summary>
    public Horizon Horizon { get; init; } = Horizon.Of(Family);

    /// <summary>What whoever follows it is no worse off with, and surely saves most; null where nothing is known to be so.</summary>
    public ExplainedRemedy? First => Findings
        .Where(explained => !FindingRules.IsSmall(explained.Finding, Family))
        .SelectMany(explained => explained.Remedies)
        .Where(remedy => remedy.MayStandFirst)
        .OrderByDescending(remedy => remedy.Net!.LowBytes).FirstOrDefault();

    /// <summary>Where the memory is; null where that was not read.</summary>
    public IReadOnlyList<MemoryPlace>? Places { get; init; }

    /// <summary>How memory went; null of a live look.</summary>
    public JoinedGrowth? Growth { get; init; }

    /// <summary>Where a rise of it lies; null of a live look, and where that was not told at both ends.</summary>
    public GrowthOrigin? Origin { get; init; }

    /// <summary>What a .NET runtime told; null where none was listened to.</summary>
    public DotNetTrace? DotNet { get; init; }

    /// <summary>Of a .nettrace by itself, which is no look at a process that runs.</summary>
    public bool IsOfTrace => Family.Master is { Process.IsOfTrace: true };

    /// <summary>Why nothing is known of a .NET runtime's collections; null where they were listened to, or another runtime runs.</summary>
    public Unreadable? Unheard => Family.Runtime is not { Name: "dotnet" } ? null
        : CouldNotRead.FirstOrDefault(missing => missing.What == DotNetWatch.What);

    /// <summary>Beside the pauses of a .NET runtime; null where nobody watched them.</summary>
    public IReadOnlyList<SlowRequests>? Requests { get; init; }

    /// <summary>Nothing is found as nothing could be read, which is no answer.</summary>
    public bool NothingRead => Findings.Count == 0 && DotNet is null && IsUnread(Family);

    /// <summary>Findings whose pauses must not be added; null where there are none.</summary>
    public OverlappingFindings? Overlapping => OverlappingFindings.Of([.. Findings.Select(explained => explained.Finding)]);

    /// <summary>Counters of .NET against the thresholds of alerts on them; none where no runtime was listened to.</summary>
    public IReadOnlyList<CounterAlert> Alerts { get; init; } = [];

    /// <summary>Stands for how a server is started where it does not show.</summary>
    public const string UnknownStart = "COMMAND";

    public static bool IsUnread(FamilySnapshot family) =>
        family.Serving.All(member => member.Memory.PssBytes is null || (family.Workers.Count > 0 && member.Census is null));

    public static Explanation Of(Recording recorded)
    {
        var recording = ToldSettings.In(recorded);
        var family = recording.Latest;
        var examination = FindingRules.Examine(recording);
        var (findings, saidUnder, horizon) = (new List<ExplainedFinding>(), new Dictionary<string, int>(), Horizon.Of(family));
        foreach (var finding in examination.Findings)
        {
            var weighed = RemedyOrder.Of(finding, recording, horizon).ToLookup(remedy => remedy.Declined is null);
            var remedies = weighed[true].Select(remedy => Explained(remedy, family)).Select(remedy => saidUnder.TryAdd(remedy.Remedy.Id, findings.Count + 1)
                ? remedy : remedy with { SaidUnder = saidUnder[remedy.Remedy.Id] });
            findings.Add(new ExplainedFinding(finding, [.. remedies], ServerSetting.For(finding, family)) { Declined = [.. weighed[false]] });
        }
        return new Explanation(family, findings, [.. recording.CouldNotRead, .. examination.CouldNotTell], RecordedTime.Of(recording),
            SharingTrend.Of(recording) is { } trend && trend.IsSteady(family) ? trend.Seconds : null,
            WorkerGeneration.All(recording), ReloadWords.Lines(recording),
            recording.Host.KsmdOn, CycleWatch.Of(recording))
        {
            Horizon = horizon,
            Places = MemoryPlaces.Of(recording),
            DotNet = recording.DotNet,
            Alerts = CounterAlert.All(recording),
            Requests = recording.DotNet?.Requests is null ? null : SlowRequests.All(recording),
            Growth = recording.Samples.Count == 0 ? null : FamilySeries.Growth(recording),
            Origin = recording.Samples.Count == 0 ? null : GrowthOrigin.Of(recording),
        };
    }

    private static ExplainedRemedy Explained(WeighedRemedy weighed, FamilySnapshot family) => new(
        weighed.Remedy,
        weighed.Saving,
        [.. weighed.Remedy.RisksFor(family), .. weighed.Remedy.RisksIn(family)],
        $"lowtide run {string.Concat(AskedFor(family).Append(weighed.Remedy.Id).Select(id => $"--remedy {id} "))}-- {StartOf(family)}",
        weighed.CannotTell)
    {
        Net = weighed.Net,
        MayStandFirst = weighed.MayStandFirst,
    };

    /// <summary>What it was started with: whoever adds a remedy means to keep the others.</summary>
    public static IEnumerable<string> AskedFor(FamilySnapshot family) =>
        RemedyCatalogue.All.Select(remedy => remedy.Id).Where(id => RemediesInEffect.WereAskedFor(id, family));

    /// <summary>
    /// Quotes at the front: the process wrote a title over its arguments, and how it was started is not known. A fork server is started by its program,
    /// with descriptors that nobody else has.
    /// </summary>
    public static string StartOf(FamilySnapshot family) =>
        ServerProgram.Of(family) == ServerProgram.ForkServer ? UnknownStart
        : (family.Master ?? family.Workers[0]).Process.CommandLine is { Length: > 0 } line && line[0] != '\'' ? line : UnknownStart;
}
