using Lowtide.Recordings.Storage;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.DotNet;

/// <summary>The bytes of an open file, from its beginning; the file is its owner's to close.</summary>
internal sealed class FileBytes(SafeFileHandle file) : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get; set; }

    public override int Read(Span<byte> buffer)
    {
        var read = RegularFile.Fill(file, buffer, Position);
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
