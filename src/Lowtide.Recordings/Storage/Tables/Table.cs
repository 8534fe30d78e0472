using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage.Tables;

/// <summary>A table of a recording. Each of its columns is named here alone, where it is written from a fact and read back into one.</summary>
/// <param name="columns">In their order: "pid INTEGER NOT NULL", and what stands in it.</param>
/// <param name="read">Takes the columns of a row in that order.</param>
/// <param name="order">By which rows are read; as they were written without it.</param>
internal sealed class Table<T>(
    string name, IReadOnlyList<(string Column, Func<T, object?> Value)> columns, Func<Row, T> read, Func<T, IComparable>? order = null)
    : Table(name, $"CREATE TABLE {name}({string.Join(", ", columns.Select(each => each.Column))}, {SealColumn})")
{
    /// <param name="sum">Of what the file holds: these too.</param>
    /// <exception cref="InvalidDataException">A reader would not take one of them for what a recorder writes: no row may stay.</exception>
    public void Add(SqliteConnection connection, NumberSum sum, params IReadOnlyList<T> rows)
    {
        if (rows.Count == 0)
            return;
        var number = Rows(connection);
        using var command = connection.CreateCommand();
        command.CommandText = $"INSERT INTO {Name} VALUES({string.Join(',', Enumerable.Range(0, columns.Count + 1).Select(at => $"${at}"))})";
        var parameters = Enumerable.Range(0, columns.Count + 1)
            .Select(at => command.Parameters.Add(new SqliteParameter { ParameterName = $"${at}" })).ToList();
        var (cells, written) = (new object?[columns.Count], new Row(Name, columns.Count, sum));
        foreach (var row in rows)
        {
            for (var at = 0; at < cells.Length; at++)
            {
                cells[at] = Cell.AsStored(columns[at].Value(row));
                parameters[at].Value = cells[at] ?? DBNull.Value;
            }
            parameters[^1].Value = Seal.Of(Name, ++number, cells);
            command.ExecuteNonQuery();
            // Numbers of a target's own are among them, and nobody is to find at the end that its file cannot be read.
            read(written.Of(number, cells));
        }
    }

    /// <exception cref="InvalidDataException">One is not as it was written, or is missing.</exception>
    public List<T> All(SqliteConnection connection, NumberSum sum)
    {
        using var command = connection.CreateCommand();
        command.CommandText = $"SELECT rowid, * FROM {Name} ORDER BY rowid";
        using var reader = command.ExecuteReader();
        var (rows, row) = (new List<T>(), new Row(Name, columns.Count, sum));
        while (row.Read(reader))
            rows.Add(read(row));
        return order is null ? rows : [.. rows.OrderBy(order)];
    }

    public void Clear(SqliteConnection connection, NumberSum sum)
    {
        connection.Execute($"DELETE FROM {Name}");
        sum.Forget(Name);
    }
}

/// <summary>What is the same of every table.</summary>
internal abstract class Table(string name, string create)
{
    protected const string SealColumn = "seal INTEGER NOT NULL";

    public string Name { get; } = name;

    /// <summary>As SQLite keeps it too.</summary>
    public string Create { get; } = create;

    /// <summary>That were written and not cleared since: their numbers are SQLite's own, from 1.</summary>
    public long Rows(SqliteConnection connection) => connection.Number($"SELECT coalesce(max(rowid), 0) FROM {Name}");
}

/// <summary>What a column may hold beside numbers and text.</summary>
internal static class Cell
{
    public static object? Json<T>(T? document, JsonTypeInfo<T> type) where T : class => document is null ? null : JsonSerializer.Serialize(document, type);

    public static byte[] Blob<T>(T[] values) where T : unmanaged => MemoryMarshal.AsBytes(values.AsSpan()).ToArray();

    /// <summary>SQLite has one kind of whole number.</summary>
    public static object? AsStored(object? value) => value switch
    {
        int number => (long)number,
        bool flag => flag ? 1L : 0L,
        _ => value,
    };
}
