namespace Lowtide.Recordings.Storage.Tables;

/// <summary>Page faults while they were watched, and the call chains that made them.</summary>
internal static class FaultTables
{
    /// <summary>Of one row at most, and without its chains.</summary>
    public static readonly Table<PageFaults> Faults = new(
        "faults",
        [
            ("seconds REAL NOT NULL", faults => faults.Seconds),
            ("every INTEGER NOT NULL", faults => faults.Every),
            ("lost_faults INTEGER", faults => faults.LostFaults),
            ("in_kernel INTEGER NOT NULL", faults => faults.InKernel),
            ("processes TEXT NOT NULL", faults => Cell.Json(faults.Processes, RecordingJson.Default.IReadOnlyListFaultingProcess)),
        ],
        row => new PageFaults(
            row.Real(), row.Int(), row.LongOrNull(), row.Flag(), row.Json<IReadOnlyList<FaultingProcess>>(), []));

    public static readonly Table<FaultChain> Chains = new(
        "fault_chains",
        [
            ("pid INTEGER NOT NULL", chain => chain.Pid),
            ("thread TEXT NOT NULL", chain => chain.Thread),
            ("kind INTEGER NOT NULL", chain => (int)chain.Kind),
            ("by_collector INTEGER", chain => chain.ByCollector),
            ("at_exit INTEGER", chain => chain.AtExit),
            ("file TEXT", chain => chain.File),
            ("frames TEXT NOT NULL", chain => Cell.Json(chain.Frames, RecordingJson.Default.IReadOnlyListString)),
            ("faults INTEGER NOT NULL", chain => chain.Faults),
        ],
        row => new FaultChain(
            row.Int(), row.Text(), row.Enum<FaultKind>(), row.FlagOrNull(), row.FlagOrNull(), row.TextOrNull(),
            row.Json<IReadOnlyList<string>>(), row.Long()));
}
