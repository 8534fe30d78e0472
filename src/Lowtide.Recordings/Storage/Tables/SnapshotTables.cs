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

    public static readonly Table<KeptRegion> Census = new(
        "census",
        [
            ("snapshot INTEGER NOT NULL", row => row.Snapshot),
            ("pid INTEGER NOT NULL", row => row.Pid),
            ("evidence INTEGER NOT NULL", row => (int)row.Evidence),
            ("start INTEGER NOT NULL", row => (long)row.Region.Start),
            ("end INTEGER NOT NULL", row => (long)row.Region.End),
            ("purpose INTEGER NOT NULL", row => (int)row.Region.Purpose),
            ("path TEXT", row => row.Region.Path),
            ("pages BLOB NOT NULL", row => Cell.Blob(row.Pages)),
        ],
        row => new KeptRegion(
            row.Long(), row.Int(), row.Enum<CensusEvidence>(),
            new Region(row.Address(), row.Address(), row.Enum<MemoryPurpose>(), row.TextOrNull()), row.States<PageState>()),
        order: row => (long)row.Region.Start);

    public static readonly Table<KeptTraces> CopyTraces = new(
        "copy_traces",
        [
            ("snapshot INTEGER NOT NULL", row => row.Snapshot),
            ("pid INTEGER NOT NULL", row => row.Pid),
            ("start INTEGER NOT NULL", row => (long)row.Start),
            ("traces BLOB NOT NULL", row => Cell.Blob(row.Traces)),
        ],
        row => new KeptTraces(row.Long(), row.Int(), row.Address(), row.States<CopyTrace>()));
}

internal sealed record KeptSnapshot(long Id, FamilySnapshot Snapshot);

/// <param name="Snapshot">Its id.</param>
internal sealed record KeptRegion(long Snapshot, int Pid, CensusEvidence Evidence, Region Region, PageState[] Pages);

/// <param name="Snapshot">Its id.</param>
/// <param name="Start">Of the region.</param>
internal sealed record KeptTraces(long Snapshot, int Pid, ulong Start, CopyTrace[] Traces);
