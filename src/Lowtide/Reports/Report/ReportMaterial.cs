using System.Globalization;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Trials.Past;

namespace Lowtide.Reports.Report;

/// <summary>What a report is made of: everything in it is a function of this.</summary>
/// <param name="Recordings">Two at most: of one server the one before a change, then the one after it.</param>
internal sealed record ReportMaterial(IReadOnlyList<RecordedFamily> Recordings, IReadOnlyList<PastTrial> Trials)
{
    public const int MostRecordings = 2;

    public static ReportMaterial Of(IReadOnlyList<(string File, Recording Recording)> recordings, IReadOnlyList<PastTrial> trials)
    {
        string?[] roles = recordings is [var one, var other]
            ? AreOfOneServer(one.Recording.Latest, other.Recording.Latest) ? ["before", "after"] : ["first", "second"]
            : [null];
        return new ReportMaterial([.. recordings.Zip(roles, (each, role) => new RecordedFamily(each.File, role, each.Recording))], trials);
    }

    /// <summary>Two recordings of servers that have nothing to do with each other: what they differ by is no change's doing.</summary>
    public bool AreOfTwoServers =>
        Recordings is [var one, var other] && !AreOfOneServer(one.Recording.Latest, other.Recording.Latest);

    /// <summary>As far as that shows: a trace has a file's name instead of its program's.</summary>
    private static bool AreOfOneServer(FamilySnapshot one, FamilySnapshot other) =>
        (one.Runtime is null || other.Runtime is null || one.Runtime.Name == other.Runtime.Name)
        && (one.Name == other.Name || one.Master is { Process.FromTrace: true } || other.Master is { Process.FromTrace: true });

    public IEnumerable<ReportSource> Sources =>
    [
        .. Trials.Select(trial => new ReportSource(
            trial.Kept.Path, "trial", null, trial.Result?.Facts.Blocks[0].Baseline.Server, Moment(trial.Kept.Header.Started))),
        .. Recordings.Select(each => new ReportSource(
            each.File, each.IsTrace ? "trace" : "recording", each.Role, each.Recording.Latest.Name, Moment(each.Recording.BeganAt))
        {
            Agreements = each.Diagnosis.Agreements,
        }),
    ];

    private static string Moment(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture);
}

/// <param name="Role">"before" or "after"; "first" or "second" of two servers; null where there is but one recording.</param>
internal sealed record RecordedFamily(string File, string? Role, Recording Recording)
{
    public Diagnosis Diagnosis { get; } = Diagnosis.Of(Recording);

    /// <summary>A .nettrace: of the process itself and its machine nothing was read.</summary>
    public bool IsTrace => Diagnosis.FromTrace;

    /// <summary>For captions: "before: " where there are two.</summary>
    public string Prefix => Role is null ? "" : $"{char.ToUpperInvariant(Role[0])}{Role[1..]}: ";
}
