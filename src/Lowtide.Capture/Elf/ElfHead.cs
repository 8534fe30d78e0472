using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Elf;

/// <summary>Whom a file is for, as the loader sees by its first bytes (elf(5)).</summary>
public enum ElfHead
{
    /// <summary>So much of it could not be read.</summary>
    TooShort,

    /// <summary>No program and no library.</summary>
    NoElf,

    OtherArchitecture,

    X86,
}

public static class ElfHeads
{
    private const int Elf64 = 2, X86Machine = 62, ClassAt = 4, MachineAt = 18;

    public static ElfHead Of(SafeFileHandle file)
    {
        var head = new byte[MachineAt + 1];
        return RandomAccess.Read(file, head, 0) < head.Length ? ElfHead.TooShort
            : !head.AsSpan().StartsWith("\u007fELF"u8) ? ElfHead.NoElf
            : head[ClassAt] == Elf64 && head[MachineAt] == X86Machine ? ElfHead.X86
            : ElfHead.OtherArchitecture;
    }
}
