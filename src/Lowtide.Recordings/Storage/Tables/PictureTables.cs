namespace Lowtide.Recordings.Storage.Tables;

/// <summary>Hashes of a master's pages from before it forked.</summary>
internal static class PictureTables
{
    /// <summary>Of one row at most, and without its regions.</summary>
    public static readonly Table<ForkPicture> Pictures = new(
        "picture",
        [
            ("master_pid INTEGER NOT NULL", picture => picture.MasterPid),
            ("master_start_ticks INTEGER NOT NULL", picture => picture.MasterStartTicks),
            ("taken_ticks INTEGER NOT NULL", picture => picture.TakenTicks),
            ("master_stack_start INTEGER NOT NULL", picture => (long)picture.MasterStackStart),
        ],
        row => new ForkPicture(row.Int(), row.Long(), row.Long(), []) { MasterStackStart = row.Address() });

    public static readonly Table<RegionHashes> Regions = new(
        "picture_regions",
        [
            ("start INTEGER NOT NULL", region => (long)region.Start),
            ("hashes BLOB NOT NULL", region => Cell.Blob(region.Hashes)),
        ],
        row => new RegionHashes(row.Address(), row.Values<ulong>()),
        order: region => (long)region.Start);
}
