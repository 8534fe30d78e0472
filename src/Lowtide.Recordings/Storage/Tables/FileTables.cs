namespace Lowtide.Recordings.Storage.Tables;

/// <summary>What is true of the whole file.</summary>
internal static class FileTables
{
    /// <summary>Keys of <see cref="Meta"/>: the machine that it was made on, and that it was closed.</summary>
    public const string Host = "host", Closed = "closed";

    public static readonly Table<(string Key, string Value)> Meta = new(
        "meta",
        [
            ("key TEXT NOT NULL", row => row.Key),
            ("value TEXT NOT NULL", row => row.Value),
        ],
        row => (row.Text(), row.Text()));

    public static readonly Table<Unreadable> CouldNotRead = new(
        "could_not_read",
        [
            ("code TEXT NOT NULL", missing => missing.Code),
            ("what TEXT NOT NULL", missing => missing.What),
            ("why TEXT NOT NULL", missing => missing.Why),
            ("mend TEXT", missing => missing.Mend),
        ],
        row => new Unreadable(row.Text(), row.Text(), row.Text(), row.TextOrNull()));
}
