using System.Runtime.InteropServices;
using System.Xml;

namespace Lowtide.Collections;

/// <summary>A stream whose bytes become Base64 text of the element that <paramref name="writer"/> is in.</summary>
/// <remarks>
/// So a serializer writes into an XML document without a whole array or string in between. The writer keeps the one or two bytes that
/// do not fill four characters until more come or something else is written. Disposing the stream leaves the writer open.
/// </remarks>
public sealed class XmlBase64Stream(XmlWriter writer) : Stream
{
    private readonly XmlWriter _writer = writer ?? throw new ArgumentNullException(nameof(writer));
    private readonly byte[] _one = new byte[1];
    private bool _disposed;

    /// <inheritdoc/>
    public override bool CanRead => false;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => !_disposed;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException("The stream is for writing only.");

    /// <inheritdoc/>
    public override long Position
    {
        get => throw new NotSupportedException("The stream is for writing only.");
        set => throw new NotSupportedException("The stream is for writing only.");
    }

    /// <summary>Writes bytes as Base64.</summary>
    public override void Write(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        ObjectDisposedException.ThrowIf(_disposed, this);
        _writer.WriteBase64(buffer, offset, count);
    }

    /// <summary>Writes a byte as Base64.</summary>
    public override void WriteByte(byte value)
    {
        _one[0] = value; // Stream's own makes an array for each.
        Write(_one, 0, 1);
    }

    /// <summary>Writes bytes as Base64. The writer must have been made for asynchronous use (<see cref="XmlWriterSettings.Async"/>).</summary>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        ObjectDisposedException.ThrowIf(_disposed, this);
        return cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken) : _writer.WriteBase64Async(buffer, offset, count);
    }

    /// <inheritdoc cref="WriteAsync(byte[], int, int, CancellationToken)"/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        MemoryMarshal.TryGetArray(buffer, out var bytes)
            ? new(WriteAsync(bytes.Array!, bytes.Offset, bytes.Count, cancellationToken))
            : base.WriteAsync(buffer, cancellationToken);

    /// <summary>Does nothing: flushing the writer in the midst of Base64 would pad it there.</summary>
    public override void Flush()
    {
    }

    /// <summary>Does nothing, as <see cref="Flush"/>.</summary>
    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException("The stream is for writing only.");

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException("The stream is for writing only.");

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException("The stream is for writing only.");

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        _disposed = true;
        base.Dispose(disposing);
    }
}
