using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Serve.Metrics;

/// <summary>What the last look into a family's pages found.</summary>
internal static class LookMetrics
{
    private static readonly string[] OfFamily = MetricTable.OfFamily, OfPart = ["family", "part"], OfRemedy = ["family", "remedy"];

    public static readonly IReadOnlyList<Metric> All =
    [
        Of("lowtide_look_age_seconds", "Since the last look into its pages.", OfFamily, (label, latest, now) =>
            [new([label], Math.Max(0, (now - latest.At).TotalSeconds))]),
        Of("lowtide_inherited_bytes", "What its workers inherited, each counted by itself, shared still or copied.", OfFamily, (label, latest, _) =>
            latest.Inherited.Count == 0 ? [] : [new([label], latest.InheritedBytes)]),
        Of("lowtide_inherited_ratio",
            "Of that, the part that is still shared, or that one cause copied. The collector's is all that it walked, though reads may have copied some of it.",
            OfPart, (label, latest, _) => latest.Inherited.Select(share => new MetricPoint([label, PartOf(share.Cause)], share.Share))),
        Of("lowtide_inherited_margin_ratio", "How far that may be from the truth, at 95%; 0 where every page was looked at.",
            OfPart, (label, latest, _) => latest.Inherited.Select(share => new MetricPoint([label, PartOf(share.Cause)], share.Margin))),
        Of("lowtide_malloc_free_bytes", "Free memory that malloc's arenas keep.", OfFamily, (label, latest, _) =>
            Malloc(label, latest, FreeOf)),
        Of("lowtide_malloc_free_margin_ratio", "How far that may be from the truth, at 95%; 0 where the heaps of all workers were walked.", OfFamily,
            (label, latest, _) => SampledHeaps.Margin(latest.Diagnosis.Family, worker => worker.Allocator is { } known ? FreeOf(known) : null) is { } margin
                ? [new([label], margin)] : []),
        Of("lowtide_finding_bytes", "What a finding explains in a family.", ["family", "finding"], (label, latest, _) => latest.Diagnosis.Large
            .Where(found => found.Finding.Bytes is not null)
            .Select(found => new MetricPoint([label, found.Finding.Id], found.Finding.Bytes!.Value))),
        Of("lowtide_remedy_saving_low_bytes", "The least that a remedy is predicted to save over its horizon.", OfRemedy, (label, latest, _) =>
            Savings(label, latest, saving => saving.LowBytes)),
        Of("lowtide_remedy_saving_high_bytes", "The most that a remedy is predicted to save over its horizon.", OfRemedy, (label, latest, _) =>
            Savings(label, latest, saving => saving.HighBytes)),
        Of("lowtide_remedy_in_effect", "1 for each remedy that is on, 0 where it was asked for and is not.", OfRemedy, (label, latest, _) =>
            latest.InEffect.Where(remedy => remedy.TookEffect is not null)
                .Select(remedy => new MetricPoint([label, remedy.Id], remedy.TookEffect == true ? 1 : 0))),
    ];

    private static Metric Of(
        string name, string help, IReadOnlyList<string> labels, Func<string, LatestDiagnosis, DateTimeOffset, IEnumerable<MetricPoint>> points) => new(
        name, MetricType.Gauge, help, labels,
        (state, now) => state.Diagnoses.OrderBy(one => one.Key, StringComparer.Ordinal).SelectMany(one => points(one.Key, one.Value, now)));

    /// <summary>As Prometheus's labels are written.</summary>
    private static string PartOf(CopyCause? cause) => cause is { } known ? CauseNames.Of(known).Replace(' ', '_') : "shared";

    private static long? FreeOf(AllocatorFacts allocator) => allocator.Arenas?.Sum(arena => arena.Use?.FreeBytes);

    /// <summary>None where no process told it.</summary>
    private static IEnumerable<MetricPoint> Malloc(string label, LatestDiagnosis latest, Func<AllocatorFacts, long?> figure)
    {
        var told = latest.Diagnosis.Family.Members.Select(member => member.Allocator is { } known ? figure(known) : null).OfType<long>().ToList();
        return told.Count > 0 ? [new([label], told.Sum())] : [];
    }

    private static IEnumerable<MetricPoint> Savings(string label, LatestDiagnosis latest, Func<Saving, long> bytes) =>
        latest.Diagnosis.Findings.SelectMany(found => found.Remedies)
            .Where(remedy => remedy is { SaidUnder: null, Net: not null })
            .Select(remedy => new MetricPoint([label, remedy.Remedy.Id], bytes(remedy.Net!)));
}
