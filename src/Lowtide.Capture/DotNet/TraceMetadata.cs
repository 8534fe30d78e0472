using System.Buffers.Binary;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// The block of a .nettrace that says which fields events have. TraceEvent makes room for as many fields as are said before it reads the first, and goes
/// down into fields that are objects by calling itself: both are held here to what the block has room for.
/// </summary>
internal ref struct TraceMetadata
{
    private const int MostDepth = 16;

    // Flags of a compressed event's head: what of it differs from the one before. A thread is told with a processor, between two numbers.
    private const byte Id = 1, Captured = 2, Thread = 4, Stack = 8, Activity = 16, Related = 32, Length = 128;

    /// <summary>System.TypeCode of a field that has fields, and the format's own of one that has elements.</summary>
    private const int OfFields = 1, OfElements = 19;

    private const byte FieldsAgain = 2;

    /// <summary>Bytes of an event's head that is not compressed, at least.</summary>
    private const int Uncompressed = 80;

    private ReadOnlySpan<byte> _rest;
    private bool _isTooMuch;

    private TraceMetadata(ReadOnlySpan<byte> rest) => _rest = rest;

    /// <summary>What is cut or of another form is sound: TraceEvent meets its end as this does.</summary>
    public static bool IsSound(ReadOnlySpan<byte> block)
    {
        if (block.Length < 4 || BinaryPrimitives.ReadInt16LittleEndian(block) is var head && (head < 4 || head > block.Length))
            return true;
        var isCompressed = (block[2] & 1) != 0;
        var events = new TraceMetadata(block[head..]);
        var size = 0;
        while (isCompressed && !events._rest.IsEmpty)
        {
            if (!events.Head(ref size) || size < 0 || size > events._rest.Length)
                return true;
            var one = new TraceMetadata(events._rest[..size]);
            one.Event();
            if (one._isTooMuch)
                return false;
            events._rest = events._rest[size..];
        }
        // The runtime has compressed these heads ever since it writes such files.
        return isCompressed;
    }

    /// <summary>How many a block has, of metadata or of others, which begin alike.</summary>
    public static int Events(ReadOnlySpan<byte> block)
    {
        if (block.Length < 4 || BinaryPrimitives.ReadInt16LittleEndian(block) is var head && (head < 4 || head > block.Length))
            return 0;
        var events = new TraceMetadata(block[head..]);
        if ((block[2] & 1) == 0)
            return events._rest.Length / Uncompressed;
        var (count, size) = (0, 0);
        while (!events._rest.IsEmpty && events.Head(ref size) && size >= 0 && size <= events._rest.Length)
        {
            events._rest = events._rest[size..];
            count++;
        }
        return count + 1;
    }

    private bool Head(ref int size)
    {
        var flags = _rest[0];
        _rest = _rest[1..];
        var numbers = ((flags & Id) != 0 ? 1 : 0) + ((flags & Captured) != 0 ? 3 : 0) + ((flags & Thread) != 0 ? 1 : 0) + ((flags & Stack) != 0 ? 1 : 0) + 1;
        for (; numbers > 0; numbers--)
            if (!Variable(out _))
                return false;
        if (!Skip(((flags & Activity) != 0 ? 16 : 0) + ((flags & Related) != 0 ? 16 : 0)))
            return false;
        if ((flags & Length) == 0)
            return true;
        var isThere = Variable(out var length);
        size = length <= int.MaxValue ? (int)length : -1;
        return isThere;
    }

    private void Event()
    {
        // Its id, its provider, the event's own id, its name; keywords, version, level.
        if (!(Skip(4) && Text() && Skip(4) && Text() && Skip(16)))
            return;
        Fields(0, isLater: false);
        while (!_isTooMuch && Number(out var length) && _rest.Length > 0)
        {
            var tag = _rest[0];
            _rest = _rest[1..];
            if (length < 0 || length > _rest.Length)
                return;
            if (tag == FieldsAgain)
            {
                var later = new TraceMetadata(_rest[..length]);
                later.Fields(0, isLater: true);
                _isTooMuch = later._isTooMuch;
            }
            _rest = _rest[length..];
        }
    }

    /// <returns>Whether there may be more behind them.</returns>
    private bool Fields(int depth, bool isLater)
    {
        if (!Number(out var count))
            return false;
        // A type and the end of a name.
        _isTooMuch |= count < 0 || count > _rest.Length / 6 || depth > MostDepth;
        for (; count > 0 && !_isTooMuch; count--)
            if (!(isLater ? Skip(4) && Text() && Type(depth, isLater) : Type(depth, isLater) && Text()))
                return false;
        return !_isTooMuch;
    }

    private bool Type(int depth, bool isLater)
    {
        _isTooMuch |= depth > MostDepth;
        return !_isTooMuch && Number(out var code) && code switch
        {
            OfFields => Fields(depth + 1, isLater),
            OfElements => Type(depth + 1, isLater),
            _ => true,
        };
    }

    private bool Number(out int number)
    {
        number = _rest.Length < 4 ? 0 : BinaryPrimitives.ReadInt32LittleEndian(_rest);
        return Skip(4);
    }

    /// <summary>Seven bits a byte, the lowest first.</summary>
    private bool Variable(out ulong number)
    {
        number = 0;
        for (var shift = 0; shift < 70 && !_rest.IsEmpty; shift += 7)
        {
            var part = _rest[0];
            _rest = _rest[1..];
            number |= (ulong)(part & 0x7f) << shift;
            if ((part & 0x80) == 0)
                return true;
        }
        return false;
    }

    private bool Text()
    {
        while (_rest.Length >= 2)
        {
            var isEnd = _rest[0] == 0 && _rest[1] == 0;
            _rest = _rest[2..];
            if (isEnd)
                return true;
        }
        return false;
    }

    private bool Skip(int bytes)
    {
        if (bytes > _rest.Length)
            return false;
        _rest = _rest[bytes..];
        return true;
    }
}
