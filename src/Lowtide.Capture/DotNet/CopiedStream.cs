namespace Lowtide.Capture.DotNet;

/// <summary>A stream whose bytes go into a file as they are read.</summary>
internal sealed class CopiedStream(Stream source, Stream copy) : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>Why the copy is not whole; the reading goes on without it.</summary>
    public IOException? Failed { get; private set; }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        var read = source.Read(buffer);
        try
        {
            if (Failed is null)
                copy.Write(buffer[..read]);
        }
        catch (IOException full)
        {
            Failed = full;
        }
        return read;
    }

    public override void Flush() => copy.Flush();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            source.Dispose();
            copy.Dispose();
        }
        base.Dispose(disposing);
    }
}
