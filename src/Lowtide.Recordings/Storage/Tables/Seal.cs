using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;

namespace Lowtide.Recordings.Storage.Tables;

/// <summary>
/// The checksum of a row: CRC-32C, which any flipped bit changes, of the table's name, the row's number and all its values. It guards against chance, as
/// <see cref="PageHash"/> does: whoever writes a file can write its checksums too.
/// </summary>
internal struct Seal
{
    private uint _sum;

    private Seal(uint sum) => _sum = sum;

    /// <param name="number">From 1 in each table, without a gap: a row that is lost is missed.</param>
    /// <param name="cells">Long, double, text, bytes or null, as they stand in the file.</param>
    public static long Of(string table, long number, ReadOnlySpan<object?> cells)
    {
        var seal = new Seal(~0u);
        seal.Add(table);
        seal.Add((ulong)number);
        foreach (var cell in cells)
            seal.AddCell(cell);
        return ~seal._sum;
    }

    private void AddCell(object? cell)
    {
        switch (cell)
        {
            case null:
                Add(0ul);
                break;
            case long number:
                Add(1ul);
                Add((ulong)number);
                break;
            case double number:
                Add(2ul);
                // 0 and -0 are one in the file.
                Add(BitConverter.DoubleToUInt64Bits(number == 0 ? 0 : number));
                break;
            case string text:
                Add(3ul);
                Add(text);
                break;
            case byte[] bytes:
                Add(4ul);
                Add(bytes);
                break;
            default:
                throw new InvalidOperationException($"no column holds a {cell.GetType()}");
        }
    }

    private void Add(ulong word) => _sum = BitOperations.Crc32C(_sum, word);

    private void Add(string text) => Add(Encoding.UTF8.GetBytes(text));

    private void Add(ReadOnlySpan<byte> bytes)
    {
        Add((ulong)bytes.Length);
        var words = MemoryMarshal.Cast<byte, ulong>(bytes);
        foreach (var word in words)
            Add(BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word));
        foreach (var rest in bytes[(words.Length * sizeof(ulong))..])
            _sum = BitOperations.Crc32C(_sum, rest);
    }
}
