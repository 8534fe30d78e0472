using Lowtide.Recordings.Storage;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.DotNet;

/// <summary>The first bytes of an open file, as if it ended there; the file is its owner's to close.</summary>
internal sealed class FileHead(SafeFileHandle file, long length) : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => length;

    public override long Position { get; set; }

    public override int Read(Span<byte> buffer)
    {
        var read = RegularFile.Fill(file, buffer[..(int)Math.Min(buffer.Length, length - Position)], Position);
        Position += read;
        return read;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
