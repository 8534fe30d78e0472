using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>A class whose objects do more than free memory when they end.</summary>
internal sealed record DestructorType(string Name, DestructorKind Kind, OpenMark Open);

/// <summary>What in an object says that it has not been closed: its word behind the header, if the class has one.</summary>
internal enum OpenMark
{
    None,

    /// <summary>A descriptor, -1 once closed.</summary>
    Descriptor,

    /// <summary>A descriptor, then bits of which the third says that it can be written to; not that of a standard stream.</summary>
    WritableDescriptor,

    /// <summary>A pointer, null once closed.</summary>
    Pointer,
}

/// <summary>
/// Knows these classes: some of C by name, those derived from them, files written in Python, and any class with a method __del__ of its own or
/// inherited. Offsets are asserted by eng/cpython-layouts.py, but for the members of sockets and files (Modules/socketmodule.h,
/// Modules/_io/fileio.c, mmapmodule.c, _sqlite/connection.h), which the live test holds to each version.
/// </summary>
internal sealed class DestructorTypes(IMemory memory, HeapTypes types, HeapLayout layout)
{
    private const int BaseOffset = 256, DictOffset = 264, OrderOffset = 344, FinalizeOffset = 392;

    /// <summary>Classes between one and object; a bound for a chain that goes round.</summary>
    private const int MostBases = 64;

    private static readonly Dictionary<string, (DestructorKind Kind, OpenMark Open)> Known = new(StringComparer.Ordinal)
    {
        ["_socket.socket"] = (DestructorKind.Socket, OpenMark.Descriptor),
        ["_io.FileIO"] = (DestructorKind.File, OpenMark.WritableDescriptor),
        ["mmap.mmap"] = (DestructorKind.MemoryMap, OpenMark.Pointer),
        ["sqlite3.Connection"] = (DestructorKind.Database, OpenMark.Pointer),
        ["_dbm.dbm"] = (DestructorKind.Database, OpenMark.None),
        ["_gdbm.gdbm"] = (DestructorKind.Database, OpenMark.None),
        ["psycopg2.extensions.connection"] = (DestructorKind.Database, OpenMark.None),
        ["MySQLdb._mysql.connection"] = (DestructorKind.Database, OpenMark.None),
    };

    private readonly Dictionary<ulong, DestructorType?> _known = [];
    private readonly HeapText _text = new(memory, types, layout);
    private readonly MemoryWords _words = new(memory);

    /// <summary>Null for a class whose objects only free memory, as far as that can be told.</summary>
    public DestructorType? Find(HeapType type)
    {
        if (!_known.TryGetValue(type.Address, out var found))
            _known[type.Address] = found = Read(type);
        return found;
    }

    private DestructorType? Read(HeapType type)
    {
        if (KindOf(type) is { } kind)
            return new DestructorType(FullName(type), kind.Kind, kind.Open);
        return Word(type.Address + FinalizeOffset) != 0 && HasFinalizer(type)
            ? new DestructorType(FullName(type), DestructorKind.Finalizer, OpenMark.None) : null;
    }

    private (DestructorKind Kind, OpenMark Open)? KindOf(HeapType type)
    {
        var at = type;
        for (var bases = 0; at is not null && bases < MostBases; bases++)
        {
            if (Known.TryGetValue(at.Name, out var known))
                return known;
            // Memory only.
            if (at.Name is "_io.BytesIO" or "_io.StringIO")
                return null;
            // Those of _io wrap a file that is found by itself.
            if (at.Name == "_io._IOBase")
                return type.Name.StartsWith("_io.", StringComparison.Ordinal) ? null : (DestructorKind.File, OpenMark.None);
            at = types.Find(Word(at.Address + BaseOffset));
        }
        return null;
    }

    /// <summary>Whether a class in the method resolution order has a __del__ that is not only C's own destructor under that name.</summary>
    private bool HasFinalizer(HeapType type)
    {
        var order = Word(type.Address + OrderOffset);
        var count = Math.Min(Word(order + 16), MostBases);
        for (var index = 0ul; index < count; index++)
            if (Attribute(Word(order + (layout.TupleHash != 0 ? 32u : 24u) + (index * 8)), "__del__") is { } method
                && types.Find(Word(method + 8)) is { Name: not "wrapper_descriptor" })
                return true;
        return false;
    }

    /// <summary>A class of Python source has its module in its dict only.</summary>
    private string FullName(HeapType type) =>
        !type.Name.Contains('.') && Attribute(type.Address, "__module__") is { } module && _text.At(module) is { } name ? $"{name}.{type.Name}" : type.Name;

    private ulong? Attribute(ulong type, string name)
    {
        foreach (var (key, value) in DictEntries.Of(_words, Word(type + DictOffset)))
            if (_text.At(key) == name)
                return value;
        return null;
    }

    /// <summary>0, which is no address, where it cannot be read.</summary>
    private ulong Word(ulong address) => ProcessMemory.MayBeAddress(address) && _words.TryWord(address, out var word) ? word : 0;
}
