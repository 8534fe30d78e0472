using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage.Tables;

/// <summary>
/// One row, column after column in the order of its <see cref="Table{T}"/>: each call takes the next. A value that its column cannot have is an exception of
/// SQLite's library or of JSON's; the reader of the file words it.
/// </summary>
internal sealed class Row(SqliteDataReader reader)
{
    private int _next;

    public bool Read()
    {
        _next = 0;
        return reader.Read();
    }

    public long Long() => reader.GetInt64(_next++);

    public int Int() => reader.GetInt32(_next++);

    public double Real() => reader.GetDouble(_next++);

    public bool Flag() => reader.GetBoolean(_next++);

    public string Text() => reader.GetString(_next++);

    public ulong Address() => (ulong)Long();

    public long? LongOrNull() => IsNull() ? null : Long();

    public int? IntOrNull() => (int?)LongOrNull();

    public double? RealOrNull() => IsNull() ? null : Real();

    public bool? FlagOrNull() => IsNull() ? null : Flag();

    public string? TextOrNull() => IsNull() ? null : Text();

    /// <summary>A blob of so many values.</summary>
    public T[] Values<T>() where T : unmanaged => MemoryMarshal.Cast<byte, T>(reader.GetFieldValue<byte[]>(_next++)).ToArray();

    /// <exception cref="InvalidDataException">The text is "null".</exception>
    public T Json<T>(JsonTypeInfo<T> type) where T : class => JsonOrNull(type) ?? throw new InvalidDataException("a document that is not there");

    public T? JsonOrNull<T>(JsonTypeInfo<T> type) where T : class => TextOrNull() is { } text ? JsonSerializer.Deserialize(text, type) : null;

    /// <summary>Takes the column where it is null.</summary>
    private bool IsNull()
    {
        if (!reader.IsDBNull(_next))
            return false;
        _next++;
        return true;
    }
}
