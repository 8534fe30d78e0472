using System.IO.Compression;
using Lowtide.Recordings.Storage;

namespace Lowtide.Recordings.History;

/// <summary>A look page by page as a history keeps it: a .lowtide file, compressed.</summary>
internal static class KeptLook
{
    /// <summary>Of one that is unpacked: what was written was smaller by far.</summary>
    private const int MostBytes = 1 << 28;

    /// <param name="look">Of one instant.</param>
    public static byte[] Of(Recording look)
    {
        using var writer = RecordingWriter.InMemory(look.Host);
        writer.Add(look.Latest);
        foreach (var missing in look.CouldNotRead)
            writer.Add(missing);
        if (look.DotNet is { } told)
            writer.Keep(told);
        writer.Close();
        using var packed = new MemoryStream();
        using (var brotli = new BrotliStream(packed, CompressionLevel.Fastest))
            brotli.Write(writer.Bytes());
        return packed.ToArray();
    }

    /// <exception cref="RecordingException">It is not what was kept.</exception>
    public static Recording Read(byte[] packed, string name)
    {
        try
        {
            using var brotli = new BrotliStream(new MemoryStream(packed), CompressionMode.Decompress);
            using var file = new MemoryStream();
            var part = new byte[1 << 16];
            for (int read; (read = brotli.Read(part)) > 0 && file.Length <= MostBytes;)
                file.Write(part.AsSpan(0, read));
            return file.Length <= MostBytes ? RecordingReader.Read(name, file.ToArray())
                : throw new RecordingException($"{name} is larger than what is kept");
        }
        // What Brotli says of bytes that it did not make.
        catch (Exception failure) when (failure is InvalidDataException or InvalidOperationException)
        {
            throw new RecordingException($"{name} is damaged ({failure.Message.TrimEnd('.')})", failure);
        }
    }
}
