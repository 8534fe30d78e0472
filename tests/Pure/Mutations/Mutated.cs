using System.Text.Json;
using System.Text.Json.Nodes;
using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Storage.Tables;
using Lowtide.Tests.Pure.Recordings;
using Microsoft.Data.Sqlite;

namespace Lowtide.Tests.Pure.Mutations;

/// <summary>Files that nobody wrote so, each by a seed: bytes at random, and values at the ends of what a type can hold, checksums right.</summary>
internal static class Mutated
{
    private static readonly long[] Extremes =
        [0, 1, -1, int.MaxValue, int.MinValue, 1L << 40, 1L << 53, long.MaxValue, long.MinValue, 4095, 0x7fff_ffff_f000];

    private static readonly string[] Texts =
        ["", "\u001b]0;x\u0007\u001b[31m", new string('x', 100_000), "u2147483647", "u", "\0", "NaN", "../../etc/passwd", "999999999999", "{", "null"];

    /// <summary>A few bits or bytes, a part moved or doubled, or the end cut off.</summary>
    public static byte[] Bytes(byte[] whole, Random random)
    {
        var bytes = whole.ToArray();
        switch (random.Next(5))
        {
            case 0:
                bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
                return bytes;
            case 1:
                return bytes[..random.Next(bytes.Length)];
            case 2:
                var part = random.Next(1, Math.Min(5000, bytes.Length));
                whole.AsSpan(random.Next(whole.Length - part), part).CopyTo(bytes.AsSpan(random.Next(bytes.Length - part)));
                return bytes;
            case 3:
                var at = random.Next(bytes.Length - 8);
                BitConverter.TryWriteBytes(bytes.AsSpan(at), random.Next(2) == 0 ? Extreme(random) : (int)Extreme(random));
                return bytes;
            default:
                for (var change = random.Next(1, 20); change > 0; change--)
                    bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
                return bytes;
        }
    }

    /// <summary>One value of a recording's, as if a recorder had written it so; or tables that are no recording's.</summary>
    public static void Recording(Written written, Random random)
    {
        using var connection = new SqliteConnection($"Data Source={written.FileName};Pooling=False");
        connection.Open();
        if (random.Next(20) == 0)
        {
            connection.Execute(Schemas[random.Next(Schemas.Length)]);
            return;
        }
        var tables = RecordingFormat.Tables.Where(table => table.Rows(connection) > 0).ToList();
        for (var change = random.Next(1, 4); change > 0; change--)
            Change(connection, tables[random.Next(tables.Count)].Name, random);
    }

    private static readonly string[] Schemas =
    [
        "DROP TABLE samples", "ALTER TABLE samples RENAME TO other", "CREATE VIEW more AS SELECT * FROM samples",
        "CREATE TRIGGER t AFTER INSERT ON samples BEGIN DELETE FROM samples; END", "CREATE INDEX i ON samples(pid)",
        "CREATE VIRTUAL TABLE v USING fts5(x)", "ALTER TABLE census RENAME COLUMN pages TO other", "DROP TABLE census; CREATE TABLE census(a)",
        "DROP TABLE meta; CREATE VIEW meta AS WITH RECURSIVE n(key) AS (SELECT 1 UNION ALL SELECT key + 1 FROM n) SELECT key, key AS value, 0 AS seal FROM n",
        "DELETE FROM samples WHERE rowid=2", "UPDATE samples SET rowid=rowid+100000", "INSERT INTO meta SELECT * FROM meta",
    ];

    private static void Change(SqliteConnection connection, string table, Random random)
    {
        var (row, cells) = Row(connection, table, random);
        var at = random.Next(cells.Count);
        cells[at] = Changed(cells[at], random);
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // the test's own tables
        command.CommandText = $"SELECT name FROM pragma_table_info('{table}')";
        var names = new List<string>();
        using (var reader = command.ExecuteReader())
            while (reader.Read())
                names.Add(reader.GetString(0));
        command.CommandText = $"UPDATE {table} SET {names[at]}=$value, seal=$seal WHERE rowid={row}";
#pragma warning restore CA2100
        command.Parameters.AddWithValue("$value", cells[at] ?? DBNull.Value);
        command.Parameters.AddWithValue("$seal", Seal.Of(table, row, cells.ToArray()));
        try
        {
            command.ExecuteNonQuery();
        }
        catch (SqliteException refused) when (refused.SqliteErrorCode == 19)
        {
            // A null where the table takes none.
        }
    }

    private static (long Row, List<object?> Cells) Row(SqliteConnection connection, string table, Random random)
    {
        using var command = connection.CreateCommand();
#pragma warning disable CA2100
        command.CommandText = $"SELECT rowid, * FROM {table}";
#pragma warning restore CA2100
        using var reader = command.ExecuteReader();
        var rows = new List<(long, List<object?>)>();
        while (reader.Read())
            rows.Add((
                reader.GetInt64(0),
                [.. Enumerable.Range(1, reader.FieldCount - 2).Select(at => reader.GetValue(at) is var value and not DBNull ? value : null)]));
        return rows[random.Next(rows.Count)];
    }

    private static object? Changed(object? value, Random random) => value switch
    {
        string and ['{' or '[', .., '}' or ']'] text => Json(text, random),
        byte[] bytes when random.Next(2) == 0 => bytes.Select(_ => (byte)random.Next(256)).ToArray(),
        byte[] bytes => Bytes([.. bytes, .. new byte[16]], random),
        _ => random.Next(6) switch
        {
            0 => null,
            1 => Texts[random.Next(Texts.Length)],
            2 => double.PositiveInfinity,
            3 => 1e300,
            _ => Extreme(random),
        },
    };

    /// <summary>One or a few of its values.</summary>
    public static string Json(string text, Random random)
    {
        var document = JsonNode.Parse(text)!;
        for (var change = random.Next(1, 4); change > 0; change--)
        {
            var all = new List<JsonNode>();
            Collect(document, all);
            if (all.Count == 0)
                return "[]";
            Put(all[random.Next(all.Count)], random);
        }
        return document.ToJsonString();
    }

    private static void Put(JsonNode old, Random random)
    {
        if (random.Next(10) == 0)
        {
            if (old.Parent is JsonObject map)
                map.Remove(old.GetPropertyName());
            else if (old.Parent is JsonArray list)
                list.Insert(0, old.DeepClone());
            return;
        }
        var isNumber = old is JsonValue one && one.GetValueKind() == JsonValueKind.Number;
        old.ReplaceWith(random.Next(isNumber ? 14 : 8) switch
        {
            0 => (JsonNode?)null,
            1 or 2 => JsonValue.Create(Texts[random.Next(Texts.Length)]),
            3 => new JsonArray(),
            4 => new JsonObject(),
            5 => JsonNode.Parse("[null]"),
            6 => JsonValue.Create(1e300),
            7 => JsonNode.Parse("1e999"),
            _ => JsonValue.Create(Extreme(random)),
        });
    }

    private static void Collect(JsonNode? node, List<JsonNode> all)
    {
        foreach (var inner in node switch
        {
            JsonObject map => map.Select(each => each.Value),
            JsonArray list => list,
            _ => [],
        })
        {
            if (inner is null)
                continue;
            all.Add(inner);
            Collect(inner, all);
        }
    }

    private static long Extreme(Random random) => Extremes[random.Next(Extremes.Length)];
}
