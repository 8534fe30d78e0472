namespace Lowtide.Recordings.History;

/// <summary>
/// The tables of a history: one SQLite file, to be read by any tool. Times are whole seconds since 1970, sizes bytes; null is "not read". docs/serve.md names
/// each column.
/// </summary>
internal static class HistoryFormat
{
    public const int ApplicationId = 0x4C4F_5748; // "LOWH"

    /// <summary>Raised with every change of the tables; an older one is brought up to it when it is opened (<see cref="Upgrade"/>).</summary>
    public const int Version = 5;

    /// <summary>The slot of a row that is of all processes of a family together.</summary>
    public const string WholeFamily = "all";

    /// <summary>Finest first: each is made of the one before it.</summary>
    public static readonly IReadOnlyList<Tier> Tiers =
    [
        new("samples", SecondsEach: 1, KeptFor: TimeSpan.FromDays(2)),
        new("minutes", SecondsEach: 60, KeptFor: TimeSpan.FromDays(15)),
        new("hours", SecondsEach: 3600, KeptFor: TimeSpan.FromDays(365)),
    ];

    /// <summary>The one that has still what was <paramref name="ago"/>.</summary>
    public static Tier TierOf(TimeSpan ago) => Tiers.FirstOrDefault(tier => ago <= tier.KeptFor) ?? Tiers[^1];

    /// <summary>The coarsest that has it still, and a row for each <paramref name="each"/>.</summary>
    public static Tier TierOf(TimeSpan ago, TimeSpan each) =>
        Tiers.LastOrDefault(tier => tier.SecondsEach <= each.TotalSeconds && tier.SecondsEach >= TierOf(ago).SecondsEach) ?? TierOf(ago);

    /// <summary>The coarsest that still has so many rows of a stretch that its course is seen; of a long one the finest would be millions.</summary>
    public static Tier TierFor(TimeSpan ago, TimeSpan length) =>
        Tiers.LastOrDefault(tier => length.TotalSeconds / tier.SecondsEach >= LeastRows && tier.SecondsEach >= TierOf(ago).SecondsEach) ?? TierOf(ago);

    private const int LeastRows = 120;

    /// <summary>Means over the time of a row, weighted by readings, beside what was most.</summary>
    private const string ColumnsOf2 =
        "(at INTEGER NOT NULL, family INTEGER NOT NULL, slot TEXT NOT NULL, pid INTEGER NOT NULL, start INTEGER NOT NULL, readings INTEGER NOT NULL, "
        + "resident INTEGER, pss INTEGER, pss_most INTEGER, private INTEGER, private_most INTEGER, shared INTEGER, "
        + "PRIMARY KEY (at, family, slot, pid, start)) WITHOUT ROWID";

    /// <summary>Of a tier, as a row is written.</summary>
    public const string ColumnNames = "at, family, slot, pid, start, readings, resident, pss, pss_most, private, private_most, shared";

    /// <summary>A curve of one family is read without reading all others.</summary>
    private static string Index(Tier tier) => $"CREATE INDEX {tier.Table}_family ON {tier.Table}(family, at)";

    private const string LooksOf2 = "CREATE TABLE looks(family INTEGER NOT NULL, at INTEGER NOT NULL, recording BLOB NOT NULL, PRIMARY KEY (family, at))";

    /// <summary>Of what was done, why; of a kill what was known of its cause, since when memory had grown and from how much, what the kernel says it held.
    /// </summary>
    private static readonly string[] EventColumnsOf5 = ["why TEXT", "cause TEXT", "since INTEGER", "from_private INTEGER", "resident INTEGER"];

    /// <summary>Of each hour what a .NET runtime told: sizes are the most of it.</summary>
    private const string DotNetHoursOf3 =
        "CREATE TABLE dotnet_hours(family INTEGER NOT NULL, at INTEGER NOT NULL, gen2 INTEGER, large INTEGER, gen2_collections INTEGER NOT NULL, "
        + "induced INTEGER NOT NULL, paused REAL NOT NULL, PRIMARY KEY (family, at)) WITHOUT ROWID";

    /// <summary>Adds what was told since the look before to its hour.</summary>
    public const string AddToHour =
        "INSERT INTO dotnet_hours(family, at, gen2, large, gen2_collections, induced, paused) "
        + "VALUES ($family, $at, $gen2, $large, $gen2_collections, $induced, $paused) ON CONFLICT(family, at) DO UPDATE SET "
        + "gen2 = MAX(COALESCE(gen2, $gen2), COALESCE($gen2, gen2)), large = MAX(COALESCE(large, $large), COALESCE($large, large)), "
        + "gen2_collections = gen2_collections + $gen2_collections, induced = induced + $induced, paused = paused + $paused";

    public static IEnumerable<string> Create =>
    [
        $"PRAGMA application_id={ApplicationId}",
        $"PRAGMA user_version={Version}",
        "CREATE TABLE families(id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, program TEXT NOT NULL, runtime TEXT, identity TEXT)",
        "CREATE TABLE events(at INTEGER NOT NULL, family INTEGER NOT NULL, kind TEXT NOT NULL, pid INTEGER NOT NULL, slot TEXT, pss INTEGER, private INTEGER, "
            + $"read_at INTEGER, alert TEXT, others INTEGER NOT NULL DEFAULT 0, busy REAL, {string.Join(", ", EventColumnsOf5)})",
        "CREATE INDEX events_at ON events(at)",
        LooksOf2,
        DotNetHoursOf3,
        .. Tiers.Select(tier => $"CREATE TABLE {tier.Table}{ColumnsOf2}"),
        .. Tiers.Select(Index),
    ];

    /// <summary>From an older version, one after the other. Tables bear the version that they are of: one that is changed gets a new name.</summary>
    public static IEnumerable<string> Upgrade(long from)
    {
        // Until then a row did not say of which process it is: each place was one's.
        if (from < 2)
            foreach (var tier in Tiers)
            {
                yield return $"ALTER TABLE {tier.Table} RENAME TO old_{tier.Table}";
                yield return $"CREATE TABLE {tier.Table}{ColumnsOf2}";
                yield return $"INSERT INTO {tier.Table} SELECT at, family, slot, 0, COALESCE(NULLIF(slot, 'master'), -1), readings, resident, pss, "
                    + $"pss_most, private, private_most, shared FROM old_{tier.Table}";
                yield return $"DROP TABLE old_{tier.Table}";
                yield return Index(tier);
            }
        if (from < 2)
        {
            yield return LooksOf2;
            yield return "ALTER TABLE events ADD COLUMN alert TEXT";
            yield return "ALTER TABLE events ADD COLUMN others INTEGER NOT NULL DEFAULT 0";
            yield return "ALTER TABLE families ADD COLUMN identity TEXT";
        }
        if (from < 3)
            yield return DotNetHoursOf3;
        if (from < 4)
            yield return "ALTER TABLE events ADD COLUMN busy REAL";
        if (from < 5)
            foreach (var column in EventColumnsOf5)
                yield return $"ALTER TABLE events ADD COLUMN {column}";
        yield return $"PRAGMA user_version={Version}";
    }

    /// <summary>What makes rows of a tier of those of the finer one: from its last row on, or from $last where that is later, to before $until.</summary>
    public static string RollUp(Tier finer, Tier coarser) =>
        $"INSERT OR REPLACE INTO {coarser.Table}({ColumnNames}) "
        + $"SELECT at / {coarser.SecondsEach} * {coarser.SecondsEach} AS begun, family, slot, pid, start, SUM(readings), "
        + $"{Mean("resident")}, {Mean("pss")}, MAX(pss_most), {Mean("private")}, MAX(private_most), {Mean("shared")} "
        + $"FROM {finer.Table} WHERE at >= MIN($last, COALESCE((SELECT MAX(at) FROM {coarser.Table}), 0)) AND at < $until "
        + "GROUP BY begun, family, slot, pid, start";

    private static string Mean(string column) =>
        $"SUM({column} * readings) / NULLIF(SUM(CASE WHEN {column} IS NULL THEN 0 ELSE readings END), 0)";

    /// <summary>Of the looks of a family that are older than $before all go but the last of each $each seconds.</summary>
    public const string ThinLooks =
        "DELETE FROM looks WHERE family = $family AND at < $before AND at NOT IN (SELECT MAX(at) FROM looks WHERE family = $family GROUP BY at / $each)";
}

/// <param name="SecondsEach">That a row stands for.</param>
internal sealed record Tier(string Table, int SecondsEach, TimeSpan KeptFor);
