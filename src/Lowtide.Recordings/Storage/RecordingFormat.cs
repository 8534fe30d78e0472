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

    /// <summary>Raised with every change of the tables. A reader takes its own format only.</summary>
    public const int Version = 5;

    /// <summary>Makes every table that there is.</summary>
    public static readonly string Tables = string.Join('\n',
    [
        FileTables.Meta.Create, FileTables.CouldNotRead.Create,
        SnapshotTables.Snapshots.Create, SnapshotTables.Census.Create, SnapshotTables.CopyTraces.Create,
        SampleTables.Processes.Create, SampleTables.Systems.Create,
        FaultTables.Faults.Create, FaultTables.Chains.Create,
        DotNetTables.Traces.Create, DotNetTables.Collections.Create, DotNetTables.Pauses.Create, DotNetTables.Waits.Create,
        PictureTables.Pictures.Create, PictureTables.Regions.Create,
    ]);

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

    /// <summary>SQLite's own words, without the wrapping "SQLite Error 13: '...'.", and of a damaged schema not its text of many lines.</summary>
    public static string Reason(this SqliteException failure)
    {
        var text = failure.Message.ReplaceLineEndings(" ");
        var open = text.IndexOf('\'');
        var close = text.LastIndexOf('\'');
        return close > open ? text[(open + 1)..close] : text;
    }
}
