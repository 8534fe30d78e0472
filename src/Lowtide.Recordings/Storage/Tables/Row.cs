using System.Runtime.InteropServices;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage.Tables;

/// <summary>
/// One row, column after column in the order of its <see cref="Table{T}"/>: each call takes the next. Everything that is read of a recording comes by here,
/// so here is held what no recorder can have written: it is an <see cref="InvalidDataException"/>, whose message the reader of the file shows.
/// </summary>
internal sealed class Row(string table, int columns, NumberSum sum)
{
    private readonly object?[] _cells = new object?[columns];
    private readonly double[] _sums = sum.Of(table, columns);
    private long _number;
    private int _next;

    /// <exception cref="InvalidDataException">It is not as it was written, or one before it is missing.</exception>
    public bool Read(SqliteDataReader reader)
    {
        if (!reader.Read())
            return false;
        for (var at = 0; at < columns; at++)
            _cells[at] = reader.GetValue(at + 1) is var value and not DBNull ? value : null;
        if (reader.GetInt64(0) != ++_number)
            throw new InvalidDataException($"row {_number} of {table} is missing");
        if (reader.GetInt64(columns + 1) != Seal.Of(table, _number, _cells))
            throw new InvalidDataException($"row {_number} of {table} is not what was written");
        _next = 0;
        return true;
    }

    /// <summary>One that is being written, which is to be read like any other.</summary>
    public Row Of(long number, object?[] cells)
    {
        (_number, _next) = (number, 0);
        cells.CopyTo(_cells, 0);
        return this;
    }

    /// <summary>0 or more, and no more than can be: what is counted, in bytes or otherwise.</summary>
    public long Long()
    {
        var number = Whole();
        sum.Add(number, table, ref _sums[_next - 1]);
        return number >= 0 ? number : throw Impossible();
    }

    public int Int() => Long() is <= int.MaxValue and var number ? (int)number : throw Impossible();

    /// <summary>Seconds.</summary>
    public double Real() => Next() is double number && Math.Abs(number) <= Recording.LongestSeconds ? number : throw Impossible();

    public bool Flag() => Whole() switch
    {
        0 => false,
        1 => true,
        _ => throw Impossible(),
    };

    public string Text() => Next() as string ?? throw Impossible();

    /// <summary>Any 64 bits.</summary>
    public ulong Address() => (ulong)Whole();

    /// <summary>One that has a name.</summary>
    public T Enum<T>() where T : struct, Enum =>
        (T)System.Enum.ToObject(typeof(T), Int()) is var value && System.Enum.IsDefined(value) ? value : throw Impossible();

    public long? LongOrNull() => IsNull() ? null : Long();

    public int? IntOrNull() => IsNull() ? null : Int();

    public double? RealOrNull() => IsNull() ? null : Real();

    public bool? FlagOrNull() => IsNull() ? null : Flag();

    public string? TextOrNull() => IsNull() ? null : Text();

    public ulong? AddressOrNull() => IsNull() ? null : Address();

    /// <summary>A blob of so many values.</summary>
    public T[] Values<T>() where T : unmanaged =>
        Next() is byte[] bytes && bytes.Length % Marshal.SizeOf<T>() == 0 ? MemoryMarshal.Cast<byte, T>(bytes).ToArray() : throw Impossible();

    /// <summary>A blob of a byte each, of those that have names.</summary>
    public T[] States<T>() where T : struct, Enum =>
        Next() is byte[] bytes && !bytes.AsSpan().ContainsAnyExceptInRange((byte)0, (byte)(System.Enum.GetValues<T>().Length - 1))
            ? MemoryMarshal.Cast<byte, T>(bytes).ToArray() : throw Impossible();

    public T[]? StatesOrNull<T>() where T : struct, Enum => IsNull() ? null : States<T>();

    public T Json<T>() where T : class => JsonOrNull<T>() ?? throw Impossible();

    public T? JsonOrNull<T>() where T : class => TextOrNull() is { } text ? sum.Document<T>(text, table, ref _sums[_next - 1]) : null;

    private long Whole() => Next() is long number ? number : throw Impossible();

    private object? Next() => _cells[_next++];

    /// <summary>Takes the column where it is null.</summary>
    private bool IsNull()
    {
        if (_cells[_next] is not null)
            return false;
        _next++;
        return true;
    }

    private InvalidDataException Impossible() => new($"row {_number} of {table} has a value that cannot be");
}
