using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>Objects that live into generation 2 and die there, which only a full collection frees.</summary>
public sealed class Gen2Deaths : IFindingRule
{
    private const int MostNamed = 6, LeastSamples = 10;

    /// <summary>
    /// Chosen, and no budget of the runtime's: at this rate 60 MiB of dead objects, small, large and pinned ones together, wait after a minute for a
    /// full collection. Who makes fewer has little to gain by letting them go sooner.
    /// </summary>
    private const double LeastBytesPerSecond = 1 << 20;

    public const string FindingId = "dotnet.gen2-deaths";

    public string Id => FindingId;

    public string Title => "objects die soon after they reach generation 2";

    public Examination Examine(Recording recording)
    {
        if (recording.DotNet is not { Deaths: { } deaths } trace)
            return Examination.Nothing;
        if (deaths.UntilSeconds is not { } until)
            return Examination.Cannot(
                Id, "which objects die in generation 2",
                deaths.NotJudged > 0 ? $"of {deaths.NotJudged:N0} collections it is not sure that all survivors were told"
                    : $"no collection of generation 2 came within the {Amount.Time(trace.Seconds)}",
                "record longer (-d)");
        var died = Gen2Death.All(trace);
        if (!Matters(died))
            return Examination.Nothing;
        var sum = died.Sum(death => death.BytesPerSecond);
        // What the program asks for comes whether anything has died or not.
        var full = trace.Collections.Where(collection => collection is { Generation: 2, IsInduced: false }).ToList();
        return Examination.Found(Finding.OfPauses(
            Id,
            $"At least {Amount.Bytes((long)sum)} a second lived into generation 2 and died there; most of it {Blame.Type(died[0].Type)} by {died[0].Caller}.",
            full,
            [
                .. died.Take(MostNamed).Select(death => new Evidence("died_bytes_per_second", death.BytesPerSecond, death.Words)),
                new Evidence("died_share", Share(sum * until, deaths),
                    $"{Amount.Percent(Share(sum * until, deaths))} of what came into generation 2 was dead by its last collection, at {Amount.Time(until)}; "
                        + "what was there before, or died later, was not seen to die"),
                .. deaths.NotJudged > 0
                    ? [new Evidence("not_judged", deaths.NotJudged,
                        $"{Amount.Count(deaths.NotJudged, "collection")} could not be judged, "
                            + $"as events of what survived them may be missing: {deaths.LostSight:N0} of {deaths.Followed:N0} samples were lost sight of")]
                    : Array.Empty<Evidence>(),
                .. CodeAdvice.Of(Ways(died, LargeObjects.Advised(trace))),
            ]));
    }

    /// <param name="said">Of large objects, by their own finding: it is referred to, wherever that one stands.</param>
    private static List<MethodAdvice> Ways(IReadOnlyList<Gen2Death> died, List<MethodAdvice> said) =>
    [
        .. died.Take(MostNamed).Select(death => new MethodAdvice(death.Caller, death.Type,
            said.Exists(one => one.Caller == death.Caller && one.Ways == death.Ways) ? "as dotnet.large-objects says" : death.Ways)),
    ];

    /// <summary>Whether it is more than nothing, and than chance.</summary>
    internal static bool Matters(IReadOnlyList<Gen2Death> died) =>
        died.Sum(death => death.Samples) >= LeastSamples && died.Sum(death => death.BytesPerSecond) >= LeastBytesPerSecond;

    private static double Share(double died, DotNetDeaths deaths) => deaths.ReachedBytes > 0 ? Math.Min(1, died / deaths.ReachedBytes) : 0;
}
