namespace Lowtide.Capture.DotNet;

/// <summary>A stream whose bytes go into a file as they are read.</summary>
internal sealed class CopiedStream(Stream source, Stream copy) : ForwardStream(source)
{
    /// <summary>Why the copy is not whole; the reading goes on without it.</summary>
    public IOException? Failed { get; private set; }

    public override int Read(Span<byte> buffer)
    {
        var read = Source.Read(buffer);
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

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            copy.Dispose();
        base.Dispose(disposing);
    }
}
