using Lowtide.Recordings.Storage.Tables;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage;

/// <summary>
/// A .lowtide file is a SQLite database that says so: <c>application_id</c> names the program and <c>user_version</c>
/// the format, so that <c>file</c>(1) and a stranger's tool can tell. Its tables are in the folder of that name.
/// </summary>
internal static class RecordingFormat
{
    public const int ApplicationId = 0x4C4F_5744; // "LOWD"

    /// <summary>Raised, once there was a release, with every change of the tables. A reader takes its own format only.</summary>
    public const int Version = 1;

    public static readonly IReadOnlyList<Table> Tables =
    [
        FileTables.Meta, FileTables.CouldNotRead,
        SnapshotTables.Snapshots, SnapshotTables.Census,
        SampleTables.Processes, SampleTables.Systems,
        FaultTables.Faults, FaultTables.Chains,
        DotNetTables.Traces, DotNetTables.Collections, DotNetTables.Pauses, DotNetTables.Waits,
        PictureTables.Pictures, PictureTables.Regions,
    ];

    /// <summary>Of all tables together; what a file that was closed says of itself.</summary>
    public static long Rows(SqliteConnection connection) => Tables.Sum(table => table.Rows(connection));

    /// <summary>
    /// Nothing but our own tables, to the letter: no view, trigger, index or virtual table that would run at a look at it. No statement of a file's own is
    /// ever shown.
    /// </summary>
    /// <exception cref="InvalidDataException">There is something else, or one is missing.</exception>
    public static void MustBeOurs(SqliteConnection connection)
    {
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid";
        using var found = command.ExecuteReader();
        foreach (var table in Tables)
            if (!found.Read() || !Enumerable.Range(0, 4).Select(found.GetValue).SequenceEqual(["table", table.Name, table.Name, table.Create]))
                throw new InvalidDataException("its tables are not those of a recording");
        if (found.Read())
            throw new InvalidDataException("it has more than the tables of a recording");
    }

    public static void Execute(this SqliteConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    public static long Number(this SqliteConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        return Convert.ToInt64(command.ExecuteScalar(), System.Globalization.CultureInfo.InvariantCulture);
    }

    public static SqliteCommand Command(this SqliteConnection connection, string sql, params ReadOnlySpan<(string Name, object? Value)> parameters)
    {
        var command = connection.CreateCommand();
        command.CommandText = sql;
        foreach (var (name, value) in parameters)
            command.Parameters.AddWithValue(name, value ?? DBNull.Value);
        return command;
    }

    /// <summary>SQLite's own words, without the wrapping "SQLite Error 13: '...'.", and of a damaged schema not its text of many lines.</summary>
    public static string Reason(this SqliteException failure)
    {
        // It quotes what the file says: a byte of that may be the escape that drives a terminal.
        var text = string.Concat(failure.Message.ReplaceLineEndings(" ").Select(letter => char.IsControl(letter) ? '?' : letter));
        var open = text.IndexOf('\'');
        var close = text.LastIndexOf('\'');
        return close > open ? text[(open + 1)..close] : text;
    }
}
