using System.Buffers.Binary;
using Lowtide.Capture.Elf;

namespace Lowtide.Capture.CPython;

/// <summary>What one file says about the CPython in it; the same for every process that maps it, so it is read once.</summary>
/// <param name="Runtime">_PyRuntime, the address before the load bias; null in 3.6 and earlier.</param>
/// <param name="Metatype">PyType_Type, likewise.</param>
/// <param name="Version">From Py_Version (3.11 and later), else null.</param>
internal sealed record CPythonFile(ElfFile File, ulong? Runtime, CPythonVersion? Version, ulong? Metatype)
{
    /// <summary>Null where the file exports no CPython. The file may be closed afterwards.</summary>
    public static CPythonFile? TryRead(ElfFile file)
    {
        var hasRuntime = file.TryFindSymbol("_PyRuntime", out var runtime);
        if (!hasRuntime && !file.TryFindSymbol("Py_GetVersion", out _))
            return null;
        return new CPythonFile(file, hasRuntime ? runtime.Value : null, ReadVersion(file),
            file.TryFindSymbol("PyType_Type", out var metatype) ? metatype.Value : null);
    }

    /// <summary>const unsigned long Py_Version (Include/pylifecycle.h, 3.11).</summary>
    private static CPythonVersion? ReadVersion(ElfFile file)
    {
        Span<byte> hex = stackalloc byte[8];
        return file.TryFindSymbol("Py_Version", out var symbol) && file.TryReadAddress(symbol.Value, hex)
            ? CPythonVersion.FromHex(BinaryPrimitives.ReadUInt64LittleEndian(hex))
            : null;
    }
}
