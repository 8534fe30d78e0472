using System.Runtime.InteropServices;
using Lowtide.Launch;

namespace Lowtide.Writing;

/// <summary>
/// Standard output or error that may be full or closed. Output that is lost is an end that says so, rather than the trace
/// of a crash; of errors and progress that are lost nobody can be told, and the work goes on.
/// </summary>
/// <remarks>By write(2) itself: .NET's own takes a pipe that nobody reads for one that takes all (ConsolePal.Unix, EPIPE).</remarks>
internal sealed unsafe class StandardStream : Stream
{
    /// <summary>front.c has seen to it that nothing else is opened in their place.</summary>
    public const int OutputNumber = 1, ErrorNumber = 2;

    private readonly int _number;
    private readonly Action<int> _lost;

    private StandardStream(int number, Action<int> lost) => (_number, _lost) = (number, lost);

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>For documents, which are written by what knows their form and escapes what it is given.</summary>
    public static StandardStream Output() => new(
        OutputNumber,
        error => throw (error == Libc.BrokenPipe ? new ReaderGoneException()
            : new Failure($"cannot write to standard output: {Marshal.GetPInvokeErrorMessage(error)}")));

    /// <summary>For what drives a terminal, which is this folder's alone. As .NET's own they have every line out at once.</summary>
    public static TextWriter Out { get; } = new StreamWriter(Output()) { AutoFlush = true };

    /// <inheritdoc cref="Out"/>
    public static TextWriter Error { get; } = new StreamWriter(new StandardStream(ErrorNumber, _ => { })) { AutoFlush = true };

    /// <summary>Puts them in the place of .NET's own, which throw and take what drives a terminal.</summary>
    public static void BecomeTheConsoles()
    {
        Console.SetOut(new PlainWriter(Out));
        Console.SetError(new PlainWriter(Error));
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (buffer.Length > 0)
        {
            nint written;
            fixed (byte* bytes = buffer)
                written = Libc.Write(_number, bytes, buffer.Length);
            if (written >= 0)
                buffer = buffer[(int)written..];
            else if (Marshal.GetLastPInvokeError() is var error && error == Libc.TryAgain)
                Libc.WaitToWrite(_number); // somebody else set a terminal that both have to non-blocking
            else if (error != Libc.Interrupted)
            {
                _lost(error);
                return;
            }
        }
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
