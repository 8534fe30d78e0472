using System.Collections.Concurrent;
using System.Text;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>A class of the target.</summary>
/// <param name="Name">tp_name; a class of Python source has its name alone, one of C mostly its module too.</param>
/// <param name="IsCollectable">Py_TPFLAGS_HAVE_GC: a PyGC_Head stands in front of its objects.</param>
internal sealed record HeapType(ulong Address, string Name, bool IsCollectable, TypeKind Kind)
{
    /// <summary>As CPython names what stands on a page without being an object.</summary>
    public static readonly HeapType DictTable = new(0, "dict", IsCollectable: false, TypeKind.Other);

    public static readonly HeapType None = new(0, "", IsCollectable: false, TypeKind.Other);
}

/// <summary>Types of which some words are known to be written by the runtime itself.</summary>
internal enum TypeKind
{
    Other,
    String,
    Bytes,

    /// <summary>int, float, ...: once made, their words do not change.</summary>
    Immutable,
    Tuple,

    /// <summary>A class.</summary>
    Type,
    FrozenSet,
    Code,
    Function,
}

/// <summary>
/// The types of one interpreter, each read and doubted once. The bits of tp_flags are those of Include/object.h, the same
/// from 3.8 to 3.14; offsets are asserted by eng/cpython-layouts.py.
/// </summary>
/// <param name="memory">Of a member of the family; a type stands at one address in all of them.</param>
/// <param name="metatype">PyType_Type, the address.</param>
internal sealed class HeapTypes(IMemory memory, ulong metatype)
{
    /// <summary>Words that are doubted by reading where they lead; a bound for a heap of random bytes. A large Django has 10,000 types.</summary>
    private const int MostReads = 60_000;

    private const int NameOffset = 24, FlagsOffset = 168, HeadSize = 176, LongestName = 200;

    private const ulong Collectable = 1ul << 14, Ready = 1ul << 12, IsLong = 1ul << 24, IsTuple = 1ul << 26, IsBytes = 1ul << 27,
        IsString = 1ul << 28, IsType = 1ul << 31;

    private readonly ConcurrentDictionary<ulong, HeapType?> _known = new();
    private int _reads;

    /// <returns>Null if no type stands there.</returns>
    public HeapType? Find(ulong address)
    {
        if (_known.TryGetValue(address, out var known))
            return known;
        if (address % 8 != 0 || !ProcessMemory.MayBeAddress(address) || _reads >= MostReads
            || Interlocked.Increment(ref _reads) > MostReads)
            return null;
        return _known[address] = Read(address);
    }

    private HeapType? Read(ulong address)
    {
        Span<byte> head = stackalloc byte[HeadSize];
        if (!memory.TryRead(address, head) || !IsMetatype(Word(head, 8), depth: 0))
            return null;
        var flags = Word(head, FlagsOffset);
        if ((flags & Ready) == 0 || ReadName(Word(head, NameOffset)) is not { } name)
            return null;
        var kind = (flags & IsString) != 0 ? TypeKind.String
            : (flags & IsBytes) != 0 ? TypeKind.Bytes
            : (flags & IsTuple) != 0 ? TypeKind.Tuple
            : (flags & IsType) != 0 ? TypeKind.Type
            : (flags & IsLong) != 0 || name is "float" or "complex" or "NoneType" or "range" or "slice" ? TypeKind.Immutable
            : name switch
            {
                "code" => TypeKind.Code,
                "function" => TypeKind.Function,
                "frozenset" => TypeKind.FrozenSet,
                _ => TypeKind.Other,
            };
        return new HeapType(address, name, (flags & Collectable) != 0, kind);
    }

    /// <summary>A type's own type is PyType_Type, or a class derived from it, which says so in its flags.</summary>
    private bool IsMetatype(ulong address, int depth)
    {
        if (address == metatype)
            return true;
        Span<byte> head = stackalloc byte[HeadSize];
        return depth < 3 && address % 8 == 0 && ProcessMemory.MayBeAddress(address) && memory.TryRead(address, head)
            && (Word(head, FlagsOffset) & (IsType | Ready)) == (IsType | Ready) && IsMetatype(Word(head, 8), depth + 1);
    }

    private string? ReadName(ulong address)
    {
        Span<byte> name = stackalloc byte[LongestName];
        // A name may stand at the end of a mapping, so that a shorter reading succeeds where a longer one fails.
        for (var length = LongestName; length >= 8; length /= 2)
        {
            if (!memory.TryRead(address, name[..length]))
                continue;
            var end = name[..length].IndexOf((byte)0);
            var text = name[..(end < 0 ? length : end)];
            return text.Length > 0 && !text.ContainsAnyInRange((byte)0, (byte)31) && Encoding.UTF8.GetString(text) is var read
                && !read.Contains('\uFFFD') ? read : null;
        }
        return null;
    }

    private static ulong Word(ReadOnlySpan<byte> bytes, int offset) =>
        System.Buffers.Binary.BinaryPrimitives.ReadUInt64LittleEndian(bytes[offset..]);
}
