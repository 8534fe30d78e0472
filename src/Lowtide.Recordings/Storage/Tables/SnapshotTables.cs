namespace Lowtide.Recordings.Storage.Tables;

/// <summary>Looks at a family, and what became of each of its pages: a byte a page in blobs, never a row a page.</summary>
internal static class SnapshotTables
{
    public static readonly Table<KeptSnapshot> Snapshots = new(
        "snapshots",
        [
            ("id INTEGER NOT NULL", row => row.Id),
            ("body TEXT NOT NULL", row => Cell.Json(row.Snapshot, RecordingJson.Default.FamilySnapshot)),
        ],
        row => new KeptSnapshot(row.Long(), row.Json<FamilySnapshot>()),
        order: row => row.Id);

    /// <summary>A look at some of a family's pages has tens of thousands of stretches: they stand together where they are of one kind.</summary>
    public static readonly Table<KeptRegions> Census = new(
        "census",
        [
            ("snapshot INTEGER NOT NULL", row => row.Snapshot),
            ("pid INTEGER NOT NULL", row => row.Pid),
            ("evidence INTEGER NOT NULL", row => (int)row.Evidence),
            ("purpose INTEGER NOT NULL", row => (int)row.Purpose),
            ("path TEXT", row => row.Path),
            ("starts BLOB NOT NULL", row => Cell.Blob(row.Starts)),
            ("counts BLOB NOT NULL", row => Cell.Blob(row.Counts)),
            ("pages BLOB NOT NULL", row => Cell.Blob(row.Pages)),
            ("traces BLOB", row => row.Traces is null ? null : Cell.Blob(row.Traces)),
        ],
        row => new KeptRegions(row.Long(), row.Int(), row.Enum<CensusEvidence>(), row.Enum<MemoryPurpose>(), row.TextOrNull(),
            row.Values<ulong>(), row.Values<int>(), row.States<PageState>(), row.StatesOrNull<CopyTrace>()).MustFit());
}

internal sealed record KeptSnapshot(long Id, FamilySnapshot Snapshot);
