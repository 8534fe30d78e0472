using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage.Tables;

/// <summary>A table of a recording. Each of its columns is named here alone, where it is written from a fact and read back into one.</summary>
/// <param name="columns">In their order: "pid INTEGER NOT NULL", and what stands in it.</param>
/// <param name="read">Takes the columns of a row in that order.</param>
/// <param name="order">By which rows are read; as they were written without it.</param>
internal sealed class Table<T>(string name, IReadOnlyList<(string Column, Func<T, object?> Value)> columns, Func<Row, T> read, string order = "rowid")
{
    public string Create { get; } = $"CREATE TABLE {name}({string.Join(", ", columns.Select(each => each.Column))});";

    public void Add(SqliteConnection connection, params IReadOnlyList<T> rows)
    {
        if (rows.Count == 0)
            return;
        using var command = connection.CreateCommand();
        command.CommandText = $"INSERT INTO {name} VALUES({string.Join(',', columns.Select((_, at) => $"${at}"))})";
        var cells = columns.Select((_, at) => command.Parameters.Add(new SqliteParameter { ParameterName = $"${at}" })).ToList();
        foreach (var row in rows)
        {
            for (var at = 0; at < cells.Count; at++)
                cells[at].Value = columns[at].Value(row) ?? DBNull.Value;
            command.ExecuteNonQuery();
        }
    }

    public List<T> All(SqliteConnection connection)
    {
        using var command = connection.CreateCommand();
        command.CommandText = $"SELECT {string.Join(',', columns.Select(each => each.Column.Split(' ')[0]))} FROM {name} ORDER BY {order}";
        using var reader = command.ExecuteReader();
        var (rows, row) = (new List<T>(), new Row(reader));
        while (row.Read())
            rows.Add(read(row));
        return rows;
    }

    public void Clear(SqliteConnection connection) => connection.Execute($"DELETE FROM {name}");
}

/// <summary>What a column may hold beside numbers and text.</summary>
internal static class Cell
{
    public static object? Json<T>(T? document, JsonTypeInfo<T> type) where T : class => document is null ? null : JsonSerializer.Serialize(document, type);

    public static byte[] Blob<T>(T[] values) where T : unmanaged => MemoryMarshal.AsBytes(values.AsSpan()).ToArray();
}
