using System.Buffers.Binary;
using System.IO.Compression;
using System.Xml.Linq;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>The points of a PNG with a palette and without filters, by colour.</summary>
internal static class DrawnPng
{
    /// <returns>"#0072b2" and how many points have it.</returns>
    public static Dictionary<string, int> Points(string dataUri)
    {
        var file = Convert.FromBase64String(dataUri["data:image/png;base64,".Length..]);
        var (palette, packed, width) = (Array.Empty<byte>(), new MemoryStream(), 0);
        for (var at = 8; at < file.Length;)
        {
            var length = BinaryPrimitives.ReadInt32BigEndian(file.AsSpan(at));
            var data = file.AsSpan(at + 8, length);
            switch (System.Text.Encoding.ASCII.GetString(file, at + 4, 4))
            {
                case "IHDR":
                    width = BinaryPrimitives.ReadInt32BigEndian(data);
                    break;
                case "PLTE":
                    palette = data.ToArray();
                    break;
                case "IDAT":
                    packed.Write(data);
                    break;
            }
            at += length + 12;
        }
        packed.Position = 0;
        var rows = new MemoryStream();
        new ZLibStream(packed, CompressionMode.Decompress).CopyTo(rows);
        return rows.ToArray().Chunk(width + 1)
            .SelectMany(row => row.Skip(1))
            .CountBy(point => $"#{Convert.ToHexStringLower(palette, point * 3, 3)}")
            .ToDictionary();
    }

    public static IEnumerable<Dictionary<string, int>> In(XDocument svg) => svg.Descendants()
        .Where(element => element.Name.LocalName == "image")
        .Select(image => Points(image.Attribute("href")!.Value));
}
