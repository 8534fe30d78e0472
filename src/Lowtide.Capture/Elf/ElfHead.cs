using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Elf;

/// <summary>Whom a file is for, as the loader sees by its first bytes (elf(5)).</summary>
public enum ElfTarget
{
    /// <summary>So much of it could not be read.</summary>
    TooShort,

    /// <summary>No program and no library.</summary>
    NoElf,

    OtherArchitecture,

    /// <summary>Of 64 bits.</summary>
    X86,
}

/// <summary>What a file begins with.</summary>
public static class ElfHead
{
    private const int Elf64 = 2, X86Machine = 62, ClassAt = 4, MachineAt = 18;

    public static ElfTarget Read(SafeFileHandle file)
    {
        var head = new byte[MachineAt + 1];
        return RandomAccess.Read(file, head, 0) < head.Length ? ElfTarget.TooShort
            : !head.AsSpan().StartsWith("\u007fELF"u8) ? ElfTarget.NoElf
            : head[ClassAt] == Elf64 && head[MachineAt] == X86Machine ? ElfTarget.X86
            : ElfTarget.OtherArchitecture;
    }
}
