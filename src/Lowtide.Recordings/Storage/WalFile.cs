using System.Buffers.Binary;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Recordings.Storage;

/// <summary>What of a -wal was committed, page by page in the order of writing: a later one of a page takes the place of an earlier.</summary>
/// <param name="DatabasePages">Of the file after the last commit.</param>
/// <param name="IsDamaged">After these stands one of the same -wal that is not what was written.</param>
internal sealed record WalFrames(IReadOnlyList<(uint Number, ReadOnlyMemory<byte> Page)> Pages, uint DatabasePages, bool IsDamaged);

/// <summary>The -wal beside a recording whose recorder is at work or was killed. https://www.sqlite.org/fileformat2.html#walformat</summary>
internal sealed class WalFile : IDisposable
{
    private const int HeadBytes = 32, FrameHeadBytes = 24, FrameBytes = FrameHeadBytes + RecordingImage.PageBytes;

    // Of the head: magic (its last bit says in which order of bytes checksums are), format, page size, checkpoints, two salts, checksum. Of a frame: page,
    // pages of the file if it ends a commit, both salts, checksum.
    private const uint Magic = 0x377f0682, Format = 3_007_000;
    private const int SizeAt = 8, SaltAt = 16, SumAt = 24, CommitAt = 4, FrameSaltAt = 8, FrameSumAt = 16;

    /// <summary>A recorder moves what it holds into the file at every 4 MB; one look at a huge family may be more.</summary>
    private const int MostBytes = 1 << 30;

    private readonly string? _path;
    private readonly SafeFileHandle? _file;
    private readonly byte[] _head;

    private WalFile(string? path, SafeFileHandle? file)
    {
        _path = path;
        _file = file;
        _head = Head();
        MostPages = file is null ? 0 : RandomAccess.GetLength(file) / FrameBytes;
    }

    /// <summary>That it can have brought into the file.</summary>
    public long MostPages { get; }

    public bool IsThere => _file is not null;

    /// <summary>Empty where there is none, or one that begins with nothing.</summary>
    /// <exception cref="IOException">There is something of that name which is no file, or cannot be read.</exception>
    public static WalFile Beside(SafeFileHandle recording)
    {
        // Not beside a link to it. A name that the kernel cannot give any more has none beside it either.
        var path = new FileInfo($"/proc/self/fd/{recording.DangerousGetHandle()}").LinkTarget;
        try
        {
            return new WalFile(path, path is null ? null : RegularFile.Open($"{path}-wal"));
        }
        catch (FileNotFoundException)
        {
            return new WalFile(path, null);
        }
        catch (IOException refused)
        {
            throw new IOException($"of its -wal: {refused.Message}", refused);
        }
    }

    /// <returns>Null where it has begun anew since it was opened.</returns>
    /// <exception cref="InvalidDataException">It is no -wal of a recorder's.</exception>
    public WalFrames? Read()
    {
        if (_file is null)
            return File.Exists($"{_path}-wal") ? null : new WalFrames([], 0, IsDamaged: false);
        var length = RandomAccess.GetLength(_file);
        if (length > MostBytes)
            throw new InvalidDataException($"its -wal is larger than the {MostBytes >> 30} GiB that are read");
        var all = new byte[length];
        var read = all.AsMemory(0, RegularFile.FillData(_file, all, 0));
        if (!read.Span[..Math.Min(HeadBytes, read.Length)].SequenceEqual(_head))
            return null;
        return read.Length < HeadBytes ? new WalFrames([], 0, IsDamaged: false) : Frames(read);
    }

    private static WalFrames Frames(ReadOnlyMemory<byte> wal)
    {
        var head = wal.Span[..HeadBytes];
        var magic = BinaryPrimitives.ReadUInt32BigEndian(head);
        var sum = new WalSum(isBigEndian: (magic & 1) != 0);
        sum.Add(head[..SumAt]);
        if ((magic & ~1u) != Magic || BinaryPrimitives.ReadUInt32BigEndian(head[4..]) != Format
            || BinaryPrimitives.ReadUInt32BigEndian(head[SizeAt..]) != RecordingImage.PageBytes || !sum.Is(head[SumAt..]))
            throw new InvalidDataException("the head of its -wal is not what was written");
        var (pages, committed, size, isDamaged) = (new List<(uint, ReadOnlyMemory<byte>)>(), 0, 0u, false);
        for (var at = HeadBytes; at + FrameBytes <= wal.Length; at += FrameBytes)
        {
            var frame = wal.Span.Slice(at, FrameBytes);
            // Of a -wal that began anew, the rest is of the one before: both its salts are others.
            var same = (frame.Slice(FrameSaltAt, 4).SequenceEqual(head.Slice(SaltAt, 4)) ? 1 : 0)
                + (frame.Slice(FrameSaltAt + 4, 4).SequenceEqual(head.Slice(SaltAt + 4, 4)) ? 1 : 0);
            if (same == 0)
                break;
            sum.Add(frame[..FrameSaltAt]);
            sum.Add(frame[FrameHeadBytes..]);
            var number = BinaryPrimitives.ReadUInt32BigEndian(frame);
            if (same == 1 || number == 0 || !sum.Is(frame[FrameSumAt..]))
            {
                isDamaged = true;
                break;
            }
            pages.Add((number, wal.Slice(at + FrameHeadBytes, RecordingImage.PageBytes)));
            if (BinaryPrimitives.ReadUInt32BigEndian(frame[CommitAt..]) is > 0 and var after)
                (committed, size) = (pages.Count, after);
        }
        return new WalFrames(pages[..committed], size, isDamaged);
    }

    private byte[] Head()
    {
        var head = new byte[HeadBytes];
        return _file is null ? [] : head[..RegularFile.Fill(_file, head, 0)];
    }

    public void Dispose() => _file?.Dispose();
}

/// <summary>SQLite's checksum of a -wal, which goes on from frame to frame.</summary>
internal struct WalSum(bool isBigEndian)
{
    private uint _one, _two;

    public void Add(ReadOnlySpan<byte> bytes)
    {
        for (; bytes.Length >= 8; bytes = bytes[8..])
        {
            _one += Word(bytes) + _two;
            _two += Word(bytes[4..]) + _one;
        }
    }

    public readonly bool Is(ReadOnlySpan<byte> written) =>
        BinaryPrimitives.ReadUInt32BigEndian(written) == _one && BinaryPrimitives.ReadUInt32BigEndian(written[4..]) == _two;

    private readonly uint Word(ReadOnlySpan<byte> bytes) =>
        isBigEndian ? BinaryPrimitives.ReadUInt32BigEndian(bytes) : BinaryPrimitives.ReadUInt32LittleEndian(bytes);
}
