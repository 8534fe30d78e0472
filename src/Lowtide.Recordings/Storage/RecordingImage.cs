using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Recordings.Storage;

/// <summary>
/// A recording's file with what its -wal has beside it, in memory as it was at one moment: SQLite reads this and no file. So nothing is written beside
/// a file that is only read (SQLite would need a -shm, and the right to make one), nobody who owns the folder can change what has been checked, and
/// the file is one of plain format before SQLite sees a byte of it. https://www.sqlite.org/fileformat.html
/// </summary>
internal sealed unsafe class RecordingImage : IDisposable
{
    public const int PageBytes = 4096;

    /// <summary>More than a week of a hundred processes, and less than what would hurt a machine.</summary>
    private const long MostBytes = 4L << 30;

    /// <summary>A recorder that moves its -wal into the file while both are read makes it necessary to read them again.</summary>
    private const int Attempts = 20;

    // Where the header has what is looked at.
    private const int PageSizeAt = 16, FormatAt = 18, ReservedAt = 20, PagesAt = 28;

    private readonly long _room;
    private byte* _pages;

    private RecordingImage(byte* pages, long room)
    {
        _pages = pages;
        _room = room;
    }

    public nint Pages => (nint)_pages;

    public long Length { get; private set; }

    /// <summary>Its recorder closed it, so that all that it wrote is in the one file.</summary>
    public bool IsClosed { get; private set; }

    /// <summary>A -wal is beside it.</summary>
    public bool HasWal { get; private init; }

    /// <summary>The -wal has more than could be taken from it: bytes of it are not what was written.</summary>
    public bool IsWalDamaged { get; private set; }

    /// <exception cref="InvalidDataException">It cannot be what a recorder wrote; the message says why.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static RecordingImage Read(SafeFileHandle file)
    {
        for (var attempt = 1; ; attempt++)
        {
            using var wal = WalFile.Beside(file);
            var image = OfFile(file, wal);
            try
            {
                // The file first and the -wal after it: what is moved between the two meanwhile is in both, unless the -wal began anew.
                if (wal.Read() is { } frames && image.Apply(frames))
                {
                    image.MustBePlain();
                    return image;
                }
            }
            catch
            {
                image.Dispose();
                throw;
            }
            image.Dispose();
            if (attempt == Attempts)
                throw new InvalidDataException("it changes faster than it can be read");
        }
    }

    /// <summary>Of a file that is in memory already, without a -wal.</summary>
    /// <exception cref="InvalidDataException">It cannot be what a recorder wrote; the message says why.</exception>
    public static RecordingImage Of(ReadOnlySpan<byte> file)
    {
        var image = new RecordingImage((byte*)NativeMemory.Alloc((nuint)file.Length), file.Length) { Length = file.Length };
        try
        {
            file.CopyTo(new Span<byte>(image._pages, file.Length));
            image.MustBePlain();
            return image;
        }
        catch
        {
            image.Dispose();
            throw;
        }
    }

    private static RecordingImage OfFile(SafeFileHandle file, WalFile wal)
    {
        var length = RandomAccess.GetLength(file);
        var room = length + (wal.MostPages * PageBytes);
        if (room > MostBytes)
            throw new InvalidDataException($"it is larger than the {MostBytes >> 30} GiB that are read");
        var image = new RecordingImage((byte*)NativeMemory.AllocZeroed((nuint)room), room) { HasWal = wal.IsThere };
        const int step = 1 << 26;
        var read = 0L;
        while (read < length)
        {
            var part = RegularFile.FillData(file, new Span<byte>(image._pages + read, (int)Math.Min(step, length - read)), read);
            if (part == 0)
                break;
            read += part;
        }
        image.Length = read;
        return image;
    }

    /// <returns>Whether there was room for it; else it has grown meanwhile.</returns>
    private bool Apply(WalFrames frames)
    {
        IsWalDamaged = frames.IsDamaged;
        if (frames.Pages.Count == 0)
            return true;
        if (frames.DatabasePages > (Length / PageBytes) + frames.Pages.Count)
            throw new InvalidDataException("its -wal speaks of pages that are nowhere");
        if ((long)frames.DatabasePages * PageBytes > _room)
            return false;
        // What lies between the file's end and the pages of the -wal is zeros: such a page is none, which the checks tell.
        Length = (long)frames.DatabasePages * PageBytes;
        foreach (var (number, page) in frames.Pages)
            if (number <= frames.DatabasePages)
                page.Span.CopyTo(new Span<byte>(_pages + ((long)(number - 1) * PageBytes), PageBytes));
        return true;
    }

    private void MustBePlain()
    {
        if (Length < PageBytes || Length % PageBytes != 0)
            throw new InvalidDataException("it ends within a page");
        var head = new Span<byte>(_pages, PageBytes);
        if (BinaryPrimitives.ReadUInt16BigEndian(head[PageSizeAt..]) != PageBytes || head[ReservedAt] != 0)
            throw new InvalidDataException("its pages are not of the size that a recorder writes");
        if (head[FormatAt] is not (1 or 2) || head[FormatAt + 1] is not (1 or 2))
            throw new InvalidDataException("it is of another format of SQLite's");
        if (BinaryPrimitives.ReadUInt32BigEndian(head[PagesAt..]) * (long)PageBytes != Length)
            throw new InvalidDataException("it has not as many pages as it says");
        IsClosed = head[FormatAt] == 1;
        // A -wal is no part of what is in memory: https://www.sqlite.org/c3ref/deserialize.html
        head[FormatAt] = head[FormatAt + 1] = 1;
    }

    public void Dispose()
    {
        NativeMemory.Free(_pages);
        _pages = null;
    }
}
