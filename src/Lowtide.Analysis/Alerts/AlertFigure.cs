namespace Lowtide.Analysis.Alerts;

/// <summary>A figure of a family that alerts are raised by; /metrics tells it, so that Prometheus can raise the same.</summary>
/// <param name="Metric">Prometheus's name, with its unit.</param>
/// <param name="Of">Null where it is not known.</param>
/// <param name="Needs">What it takes to know it: "15 days of history".</param>
public sealed record AlertFigure(string Metric, Unit Unit, string Help, string Needs, Func<AlertFacts, double?> Of)
{
    public static readonly AlertFigure LimitLeft = new(
        "lowtide_family_limit_left_ratio", Unit.Share, "Of the memory limit of its cgroup, the part that is left.", "a memory limit",
        facts => facts.Trend.LeftShare);

    public static readonly AlertFigure UntilFull = new(
        "lowtide_family_until_full_seconds", Unit.Seconds,
        "Until its cgroup is full, if it goes on as in the last hour; +Inf where it does not grow, or has been as full within a day.",
        "a memory limit and two hours of history", facts => facts.Trend.UntilFullSeconds);

    public static readonly AlertFigure Kills = new(
        "lowtide_family_oom_kills_hour", Unit.Count, "Processes that the kernel killed for memory within the last hour.", "nothing",
        facts => facts.Trend.KillsInHour);

    public static readonly AlertFigure Leak = new(
        "lowtide_family_leak_day_ratio", Unit.Share, "By how much of what it holds a process grows in a day, at least, where that is not freed memory.",
        "two days of history", facts => facts.Growth is { IsFreed: true } ? 0 : facts.Growth?.ShareADay);

    public static readonly AlertFigure Fragmentation = new(
        "lowtide_family_fragmentation_day_ratio", Unit.Share, "The same where what grows was freed, and its heap keeps it.",
        "two days of history", facts => facts.Growth is { IsFreed: false } ? 0 : facts.Growth?.ShareADay);

    /// <summary>Little is lost of little: less than a tenth of what the family holds does not count.</summary>
    public static readonly AlertFigure SharingLost = new(
        "lowtide_family_sharing_lost_ratio", Unit.Share,
        "Of what a worker usually shared within a day, the part that is lost; 0 below a tenth of the family's memory.",
        "workers whose memory was read three times", facts => facts.Trend.SharingLost is not var (share, bytes) ? null
            : facts.Trend.Last.PssBytes is not { } pss ? null : bytes < pss / 10.0 ? 0 : share);

    public static readonly AlertFigure ByUsual = new(
        "lowtide_family_usual_ratio", Unit.Share, "The most memory of the last day, by the median of the daily most of the fourteen days before.",
        "15 days of history", facts => facts.Trend.ByUsual);

    public static readonly AlertFigure EndsByUsual = new(
        "lowtide_family_worker_ends_ratio", Unit.Share,
        "Workers that ended within an hour, by twice the most of any hour of the day before and three a worker.",
        "six hours of history", facts => facts.Trend.EndsByUsual);

    public static readonly AlertFigure OverGuardLimit = new(
        "lowtide_family_over_guard_limit_seconds", Unit.Seconds,
        "For how long it, or a worker of it, has been, or may have been, over a limit that a guard holds it to; 0 while none is, and where none may act.",
        "nothing", facts => facts.OverGuardLimit.TotalSeconds);

    public static readonly AlertFigure Saving = new(
        "lowtide_family_saving_ratio", Unit.Share, "Of its memory, the part that the first remedy is predicted to save at least.", "a look into its pages",
        facts => facts.Diagnosis is { Family.PssBytes: > 0 and var pss } diagnosis
            ? Math.Max(0, diagnosis.Answer.First?.Net?.LowBytes ?? 0) / (double)pss : null);

    public static readonly AlertFigure PauseShare = new(
        "lowtide_dotnet_pause_ratio", Unit.Share, "Of the last hour, the part in which .NET's collections stopped all threads.",
        "five minutes of .NET's events", facts => facts.Trend.DotNet?.PauseShare);

    public static readonly AlertFigure PausePeriod = new(
        "lowtide_dotnet_long_pause_period_seconds", Unit.Seconds,
        "The time between two of the latest pauses of 100 ms or more, where they come regularly; +Inf where they do not, or were fewer than twelve in a day.",
        "five minutes of .NET's events", facts => facts.Trend.DotNet?.LongPausePeriodSeconds);

    public static readonly AlertFigure Induced = new(
        "lowtide_dotnet_induced_collections_hour", Unit.Count, "Collections that a .NET program asked for within the last hour.", ".NET's events",
        facts => facts.Trend.DotNet?.InducedInHour);

    public static readonly AlertFigure Gen2ByUsual = new(
        "lowtide_dotnet_gen2_usual_ratio", Unit.Share, "The most of generation 2 of the last day, by the median of the daily most of the fourteen days before.",
        "15 days of .NET's events", facts => facts.Trend.DotNet?.Gen2ByUsual);

    public static readonly AlertFigure LargeByUsual = new(
        "lowtide_dotnet_large_objects_usual_ratio", Unit.Share,
        "The most of large objects of the last day, by the median of the daily most of the fourteen days before.",
        "15 days of .NET's events", facts => facts.Trend.DotNet?.LargeByUsual);

    public static readonly AlertFigure Gen2CollectionsByUsual = new(
        "lowtide_dotnet_gen2_collections_usual_ratio", Unit.Share,
        "Collections of generation 2 of the last day, by the median of the daily number of the fourteen days before.",
        "15 days of .NET's events", facts => facts.Trend.DotNet?.Gen2CollectionsByUsual);

    public static readonly IReadOnlyList<AlertFigure> All =
    [
        LimitLeft, UntilFull, Kills, Leak, Fragmentation, SharingLost, ByUsual, EndsByUsual, OverGuardLimit, PauseShare, PausePeriod, Induced, Gen2ByUsual,
        LargeByUsual, Gen2CollectionsByUsual, Saving,
    ];
}
