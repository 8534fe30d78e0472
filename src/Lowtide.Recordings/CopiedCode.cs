namespace Lowtide.Recordings;

/// <summary>The numbers are part of the file format and are never reused.</summary>
public enum CodeKind : byte
{
    /// <summary>A code object: bytecode, constants, inline caches.</summary>
    Code = 0,

    /// <summary>A function: a code object with its defaults and globals.</summary>
    Function = 1,
}

/// <summary>Bytes of a worker's copied pages by the code objects or functions of one name that stand there; part of <see cref="CopiedBytes"/>.</summary>
/// <param name="Name">Qualified; before CPython 3.11 a code object has its plain name only. Null for those whose names were not read.</param>
/// <param name="Where">A code object's file, a function's module; null where not read.</param>
public sealed record CopiedCode(CopyTrace Trace, CodeKind Kind, string? Name, string? Where, long Bytes);
