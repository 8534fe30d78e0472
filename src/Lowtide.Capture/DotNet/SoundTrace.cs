using System.Buffers.Binary;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// As much of a .nettrace as is what it says it is, be it a file or what a runtime tells just now: each block is handed on once it is there as a whole and
/// <see cref="TraceStructure"/> has nothing against it, and behind the first other one there is nothing. TraceEvent takes the sizes of blocks and the
/// numbers of an event's fields for true, and asks for so much memory. The format:
/// https://github.com/microsoft/perfview/blob/main/src/TraceEvent/EventPipe/NetTraceFormat_v5.md, and _v6 beside it.
/// </summary>
/// <param name="mayBeSix">Whether it may be of format 6; a runtime is asked for format 4 and tells no other.</param>
internal sealed class SoundTrace(Stream source, bool mayBeSix) : ForwardStream(source)
{
    private const int AfterMagic = 8; // "Nettrace"

    /// <summary>The magic, then the name of the way in which objects are written, or a zero and the format from 6 on.</summary>
    private const int Head = AfterMagic + 4 + 20, HeadOfSix = AfterMagic + 12;

    // Tags of FastSerialization.
    private const byte Nothing = 1, Begin = 5;

    /// <summary>Of an object: three tags, two versions, and the length of its name.</summary>
    private const int HeadOfObject = 15;

    /// <summary>Of the object that begins a trace of format 3 to 5: when, on which clock, of which process.</summary>
    private const int TraceBytes = 48, Oldest = 4;

    /// <summary>More than any name of a block.</summary>
    private const int MostOfName = 64;

    private const string NoTrace = "it does not begin as a trace does";

    private readonly TraceStructure _structure = new();
    private Action? _next;
    private byte[] _part = new byte[1 << 16];
    private long _position;
    private int _length, _given;
    private bool _isOver;

    /// <summary>Why there is nothing more; null where it is sound as far as it was read.</summary>
    public InvalidDataException? Damage { get; private set; }

    /// <summary>Whether it began as a trace does, up to its first block.</summary>
    public bool IsBegun => _position > Head;

    public override int Read(Span<byte> buffer)
    {
        while (_given == _length && !_isOver)
        {
            _position += _length;
            (_length, _given) = (0, 0);
            (_next ?? Beginning)();
        }
        var read = Math.Min(buffer.Length, _length - _given);
        _part.AsSpan(_given, read).CopyTo(buffer);
        _given += read;
        return read;
    }

    private void Beginning()
    {
        if (!Take(AfterMagic + 4))
        {
            if (_length > 0)
                Refuse(NoTrace);
            return;
        }
        var isSix = Number(AfterMagic) == 0;
        if (isSix && !mayBeSix)
            Refuse("it is of another format than was asked for");
        else if (Take((isSix ? HeadOfSix : Head) - _length))
            _next = isSix ? BlockOfSix : Object;
        else
            Refuse(NoTrace);
    }

    /// <summary>The size and the kind are one number: none can be too large.</summary>
    private void BlockOfSix()
    {
        if (Take(4))
            Take(Number(0) & (TraceStructure.MostOfBlock - 1));
    }

    private void Object()
    {
        if (!Take(1))
        {
            if (!IsBegun)
                Refuse(NoTrace);
            return;
        }
        if (_part[0] == Nothing)
        {
            _isOver = true;
            return;
        }
        if (!Take(HeadOfObject - 1))
            return;
        var (version, letters) = (Number(3), Number(11));
        if (_part is not [Begin, Begin, Nothing, ..] || letters is < 1 or > MostOfName)
        {
            Refuse(IsBegun ? "what should be a block is none" : NoTrace);
            return;
        }
        if (!Take(letters + 1))
            return;
        var name = _part.AsSpan(HeadOfObject, letters);
        if (name.SequenceEqual("Trace"u8))
        {
            if (version < Oldest)
                Refuse($"it is of format {version}, and {Oldest} is the oldest that is read");
            else
                Take(TraceBytes + 1);
            return;
        }
        if (!Take(4))
            return;
        var size = Number(_length - 4);
        if (size is < 0 or > TraceStructure.MostOfBlock)
        {
            Refuse($"a block of it says that it has {size:N0} bytes");
            return;
        }
        // The block itself begins at a multiple of 4.
        var start = (int)(((_position + _length + 3) & ~3L) - _position);
        if (Take(start + size + 1 - _length) && _structure.WhyNot(_part.AsSpan(HeadOfObject, letters), _part.AsSpan(start, size)) is { } why)
            Refuse(why);
    }

    /// <summary>Adds so many bytes to the part.</summary>
    /// <returns>Whether there were as many; the last may be cut.</returns>
    private bool Take(int bytes)
    {
        if (_length + bytes > _part.Length)
            Array.Resize(ref _part, Math.Max(_length + bytes, 2 * _part.Length));
        var read = Source.ReadAtLeast(_part.AsSpan(_length, bytes), bytes, throwOnEndOfStream: false);
        _length += read;
        _isOver = read < bytes;
        return !_isOver;
    }

    private int Number(int at) => BinaryPrimitives.ReadInt32LittleEndian(_part.AsSpan(at));

    private void Refuse(string why) => (_length, _isOver, Damage) = (0, true, new InvalidDataException($"the stream is damaged: {why}"));
}
