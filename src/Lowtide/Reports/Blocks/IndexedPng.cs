using System.Buffers.Binary;
using System.IO.Compression;
using System.IO.Hashing;

namespace Lowtide.Reports.Blocks;

/// <summary>A picture of few colours, as a PNG (ISO/IEC 15948): a palette, of which the first is transparent, and an index a point.</summary>
/// <param name="Palette">"#rrggbb"; 256 at most.</param>
internal sealed record IndexedPng(byte[] Pixels, int Width, IReadOnlyList<string> Palette)
{
    private const byte BitsPerPixel = 8, IndexedColour = 3;

    public int Height => Pixels.Length / Width;

    public string DataUri => $"data:image/png;base64,{Convert.ToBase64String(Bytes())}";

    private byte[] Bytes()
    {
        var file = new MemoryStream();
        file.Write([0x89, .. "PNG\r\n\u001a\n"u8]);
        var header = new byte[13];
        BinaryPrimitives.WriteInt32BigEndian(header, Width);
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(4), Height);
        (header[8], header[9]) = (BitsPerPixel, IndexedColour);
        Chunk(file, "IHDR"u8, header);
        Chunk(file, "PLTE"u8, [.. Palette.SelectMany(colour => Convert.FromHexString(colour.AsSpan(1)))]);
        Chunk(file, "tRNS"u8, [0]);
        Chunk(file, "IDAT"u8, Rows());
        Chunk(file, "IEND"u8, []);
        return file.ToArray();
    }

    private byte[] Rows()
    {
        var packed = new MemoryStream();
        using (var zlib = new ZLibStream(packed, CompressionLevel.SmallestSize))
            for (var row = 0; row < Height; row++)
            {
                zlib.WriteByte(0); // no filter
                zlib.Write(Pixels, row * Width, Width);
            }
        return packed.ToArray();
    }

    private static void Chunk(MemoryStream file, ReadOnlySpan<byte> type, byte[] data)
    {
        Span<byte> number = stackalloc byte[sizeof(uint)];
        BinaryPrimitives.WriteInt32BigEndian(number, data.Length);
        file.Write(number);
        file.Write(type);
        file.Write(data);
        BinaryPrimitives.WriteUInt32BigEndian(number, Crc32.HashToUInt32([.. type, .. data]));
        file.Write(number);
    }
}
