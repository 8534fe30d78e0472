namespace Lowtide.Reports.Writing;

/// <summary>
/// Standard output or error that may be full or closed. Output that is lost is an end that says so, rather than the trace
/// of a crash; of errors and progress that are lost nobody can be told, and the work goes on.
/// </summary>
internal sealed class StandardStream : Stream
{
    private readonly Stream _console;
    private readonly Action<Exception> _lost;

    private StandardStream(Stream console, Action<Exception> lost) => (_console, _lost) = (console, lost);

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public static StandardStream Output() => new(
        Console.OpenStandardOutput(),
        lost => throw new Failure($"cannot write to standard output: {(lost.InnerException ?? lost).Message}"));

    /// <summary>Puts them in the place of .NET's own, which throw; as those, they have every line out at once.</summary>
    public static void BecomeTheConsoles()
    {
        Console.SetOut(new StreamWriter(Output()) { AutoFlush = true });
        Console.SetError(new StreamWriter(new StandardStream(Console.OpenStandardError(), _ => { })) { AutoFlush = true });
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
        try
        {
            _console.Write(buffer, offset, count);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            _lost(refused);
        }
    }

    public override void Flush() => _console.Flush();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
