using System.Buffers.Binary;
using Lowtide.Recordings.Storage;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// How much of a .nettrace is what it says it is, block by block. TraceEvent takes the sizes of blocks and the numbers of an event's fields for true, and
/// asks for so much memory: it is given no more of a file than this has gone through. The format:
/// https://github.com/microsoft/perfview/blob/main/src/TraceEvent/EventPipe/NetTraceFormat_v5.md, and _v6 beside it.
/// </summary>
internal sealed class TraceStructure
{
    /// <summary>The runtime's own are of 100 KB, those of format 6 of 16 MiB by their size's 24 bits.</summary>
    private const int MostOfBlock = 1 << 24;

    /// <summary>"Nettrace", then the name of the way in which objects are written, or a zero and the format from 6 on.</summary>
    private const int AfterMagic = 8, AfterName = AfterMagic + 4 + 20, AfterVersion = AfterMagic + 12;

    // Tags of FastSerialization.
    private const byte Nothing = 1, Begin = 5, End = 6;

    /// <summary>Of the object that begins a file of format 3 to 5: when, on which clock, of which process.</summary>
    private const int TraceBytes = 48, Oldest = 4;

    /// <summary>More than any name of a block.</summary>
    private const int MostOfName = 64;

    private readonly SafeFileHandle _file;
    private readonly long _length;

    private TraceStructure(SafeFileHandle file) => (_file, _length) = (file, RandomAccess.GetLength(file));

    /// <returns>Bytes from its beginning; the last block may be cut.</returns>
    /// <exception cref="InvalidDataException">Not even its head is sound.</exception>
    public static long Sound(SafeFileHandle file)
    {
        var structure = new TraceStructure(file);
        return structure.Number(AfterMagic) == 0 ? structure.FromSix() : structure.UpToFive();
    }

    private long FromSix()
    {
        var at = (long)AfterVersion;
        // Of a block the size and the kind are one number: none can be too large.
        while (at + 4 <= _length && Number(at) is var head)
            at += 4 + (head & (MostOfBlock - 1));
        return Math.Min(at, _length);
    }

    private long UpToFive()
    {
        var at = Object(AfterName) ?? throw new InvalidDataException("it does not begin as a trace does");
        while (at < _length && Object(at) is { } next)
            at = next;
        return Math.Min(at, _length);
    }

    /// <returns>Where the next begins; null of one that cannot be, and at the end.</returns>
    private long? Object(long at)
    {
        var head = RegularFile.Head(_file, 15, at);
        if (head.Length < 15)
            return head.Length > 0 ? _length : null;
        var (version, letters) = (BinaryPrimitives.ReadInt32LittleEndian(head.AsSpan(3)), BinaryPrimitives.ReadInt32LittleEndian(head.AsSpan(11)));
        if (head is not [Begin, Begin, Nothing, ..] || letters is < 1 or > MostOfName)
            return null;
        var name = RegularFile.Head(_file, letters, at + 15);
        var body = at + 15 + letters + 1;
        if (name.AsSpan().SequenceEqual("Trace"u8))
            return version >= Oldest ? body + TraceBytes + 1 : null;
        if (body + 4 > _length)
            return _length;
        var size = Number(body);
        // The block itself begins at a multiple of 4.
        var start = (body + 4 + 3) & ~3L;
        if (size is < 0 or > MostOfBlock)
            return null;
        if (name.AsSpan().SequenceEqual("MetadataBlock"u8) && !TraceMetadata.IsSound(RegularFile.Head(_file, size, start)))
            return null;
        return start + size + 1;
    }

    private int Number(long at)
    {
        Span<byte> number = stackalloc byte[4];
        number.Clear();
        RegularFile.Fill(_file, number, at);
        return BinaryPrimitives.ReadInt32LittleEndian(number);
    }
}
