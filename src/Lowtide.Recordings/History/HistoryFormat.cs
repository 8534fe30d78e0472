namespace Lowtide.Recordings.History;

/// <summary>
/// The tables of a history: one SQLite file, to be read by any tool. Times are whole seconds since 1970, sizes bytes; null is "not read". docs/serve.md names
/// each column.
/// </summary>
internal static class HistoryFormat
{
    public const int ApplicationId = 0x4C4F_5748; // "LOWH"

    /// <summary>Raised with every change of the tables; an older one is brought up to it when it is opened.</summary>
    public const int Version = 1;

    /// <summary>The slot of a row that is of all processes of a family together.</summary>
    public const string WholeFamily = "all";

    /// <summary>Finest first: each is made of the one before it.</summary>
    public static readonly IReadOnlyList<Tier> Tiers =
    [
        new("samples", SecondsEach: 1, KeptFor: TimeSpan.FromDays(2)),
        new("minutes", SecondsEach: 60, KeptFor: TimeSpan.FromDays(15)),
        new("hours", SecondsEach: 3600, KeptFor: TimeSpan.FromDays(365)),
    ];

    /// <summary>Means over the time of a row, weighted by readings, beside what was most.</summary>
    private const string Columns =
        "(at INTEGER NOT NULL, family INTEGER NOT NULL, slot TEXT NOT NULL, readings INTEGER NOT NULL, resident INTEGER, "
        + "pss INTEGER, pss_most INTEGER, private INTEGER, private_most INTEGER, shared INTEGER, PRIMARY KEY (at, family, slot)) WITHOUT ROWID";

    public static IEnumerable<string> Create =>
    [
        $"PRAGMA application_id={ApplicationId}",
        $"PRAGMA user_version={Version}",
        "CREATE TABLE families(id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, program TEXT NOT NULL, runtime TEXT)",
        "CREATE TABLE events(at INTEGER NOT NULL, family INTEGER NOT NULL, kind TEXT NOT NULL, pid INTEGER NOT NULL, slot TEXT, pss INTEGER, private INTEGER, "
            + "read_at INTEGER)",
        "CREATE INDEX events_at ON events(at)",
        .. Tiers.Select(tier => $"CREATE TABLE {tier.Table}{Columns}"),
    ];

    /// <summary>What makes rows of a tier of those of the finer one: from its last row on, or from $last where that is later, to before $until.</summary>
    public static string RollUp(Tier finer, Tier coarser) =>
        $"INSERT OR REPLACE INTO {coarser.Table} SELECT at / {coarser.SecondsEach} * {coarser.SecondsEach} AS start, family, slot, SUM(readings), "
        + $"{Mean("resident")}, {Mean("pss")}, MAX(pss_most), {Mean("private")}, MAX(private_most), {Mean("shared")} "
        + $"FROM {finer.Table} WHERE at >= MIN($last, COALESCE((SELECT MAX(at) FROM {coarser.Table}), 0)) AND at < $until GROUP BY start, family, slot";

    private static string Mean(string column) =>
        $"SUM({column} * readings) / NULLIF(SUM(CASE WHEN {column} IS NULL THEN 0 ELSE readings END), 0)";
}

/// <param name="SecondsEach">That a row stands for.</param>
internal sealed record Tier(string Table, int SecondsEach, TimeSpan KeptFor);
