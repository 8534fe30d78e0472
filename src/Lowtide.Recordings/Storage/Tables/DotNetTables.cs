namespace Lowtide.Recordings.Storage.Tables;

/// <summary>What a .NET runtime told: what is new in tables, the rest in one document that each write replaces.</summary>
internal static class DotNetTables
{
    /// <summary>Of one row at most, and without what the other tables hold.</summary>
    public static readonly Table<DotNetTrace> Traces = new(
        "dotnet", [("body TEXT NOT NULL", trace => Cell.Json(trace, RecordingJson.Default.DotNetTrace))], row => row.Json<DotNetTrace>());

    public static readonly Table<DotNetCollection> Collections = new(
        "dotnet_collections",
        [
            ("number INTEGER NOT NULL", collection => collection.Number),
            ("generation INTEGER NOT NULL", collection => collection.Generation),
            ("kind INTEGER NOT NULL", collection => (int)collection.Kind),
            ("reason INTEGER NOT NULL", collection => (int)collection.Reason),
            ("at REAL NOT NULL", collection => collection.At),
            ("seconds REAL NOT NULL", collection => collection.Seconds),
            ("pause_seconds REAL NOT NULL", collection => collection.PauseSeconds),
            ("suspend_seconds REAL NOT NULL", collection => collection.SuspendSeconds),
            ("compacting INTEGER", collection => collection.Compacting),
            ("heaps INTEGER", collection => collection.Heaps),
            ("memory_load_percent INTEGER", collection => collection.MemoryLoadPercent),
            ("before_bytes TEXT", collection => Cell.Json(collection.Before, RecordingJson.Default.IReadOnlyListInt64)),
            ("after_bytes TEXT", collection => Cell.Json(collection.After, RecordingJson.Default.IReadOnlyListInt64)),
            ("promoted_bytes TEXT", collection => Cell.Json(collection.PromotedBytes, RecordingJson.Default.IReadOnlyListInt64)),
            ("stack INTEGER", collection => collection.Stack),
            ("committed_bytes INTEGER", collection => collection.CommittedBytes),
            ("free_after_bytes TEXT", collection => Cell.Json(collection.FreeAfter, RecordingJson.Default.IReadOnlyListInt64)),
        ],
        row => new DotNetCollection(
            row.Int(), row.Int(), row.Enum<CollectionKind>(), (CollectionReason)row.Int(),
            row.Real(), row.Real(), row.Real(), row.Real(), row.FlagOrNull(), row.IntOrNull(), row.IntOrNull(),
            row.JsonOrNull<IReadOnlyList<long>>(), row.JsonOrNull<IReadOnlyList<long>>(),
            row.JsonOrNull<IReadOnlyList<long>>(), row.IntOrNull())
        {
            CommittedBytes = row.LongOrNull(),
            FreeAfter = row.JsonOrNull<IReadOnlyList<long>>(),
        },
        order: one => one.At);

    public static readonly Table<DotNetPause> Pauses = new(
        "dotnet_pauses",
        [
            ("at REAL NOT NULL", pause => pause.At),
            ("seconds REAL NOT NULL", pause => pause.Seconds),
            ("tells_survivors INTEGER NOT NULL", pause => pause.TellsSurvivors),
        ],
        row => new DotNetPause(row.Real(), row.Real()) { TellsSurvivors = row.Flag() },
        order: one => one.At);

    public static readonly Table<DotNetWait> Waits = new(
        "dotnet_waits",
        [
            ("at REAL NOT NULL", wait => wait.At),
            ("seconds REAL NOT NULL", wait => wait.Seconds),
            ("thread INTEGER NOT NULL", wait => wait.Thread),
            ("for_large INTEGER NOT NULL", wait => wait.ForLarge),
        ],
        row => new DotNetWait(row.Real(), row.Real(), row.Long(), row.Flag()),
        order: one => one.At);
}
