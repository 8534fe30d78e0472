namespace Lowtide.Capture.DotNet;

/// <summary>
/// What a runtime tells, as long as it is no more than a runtime has to tell: 20 events a collection are some 4 KB, and the fastest collect 1,000 times a
/// second. Whoever only pretends to be one could tell without end.
/// </summary>
/// <param name="elapsed">Seconds since it began.</param>
internal sealed class BoundedStream(Stream source, Func<double> elapsed) : ForwardStream(source)
{
    /// <summary>The runtime's own buffer may come at once.</summary>
    private const long AtOnce = 256L << 20, ASecond = 64L << 20;

    private long _read;

    public bool IsSilent => Volatile.Read(ref _read) == 0;

    /// <exception cref="IOException">It was too much.</exception>
    public override int Read(Span<byte> buffer)
    {
        var read = Source.Read(buffer);
        Volatile.Write(ref _read, _read + read);
        return _read <= AtOnce + (ASecond * elapsed()) ? read : throw new IOException($"it told {_read >> 20} MiB, which no runtime does");
    }
}
