using System.Runtime.InteropServices;

namespace Lowtide.Launch;

/// <summary>argv or envp as C wants it: pointers to NUL-terminated bytes, the last one null.</summary>
internal sealed unsafe class StringVector : IDisposable
{
    public StringVector(IReadOnlyList<byte[]> strings)
    {
        Pointers = (byte**)NativeMemory.AllocZeroed((nuint)strings.Count + 1, (nuint)sizeof(byte*));
        for (var i = 0; i < strings.Count; i++)
        {
            Pointers[i] = (byte*)NativeMemory.AllocZeroed((nuint)strings[i].Length + 1);
            strings[i].CopyTo(new Span<byte>(Pointers[i], strings[i].Length));
        }
    }

    public byte** Pointers { get; }

    public void Dispose()
    {
        for (var pointer = Pointers; *pointer is not null; pointer++)
            NativeMemory.Free(*pointer);
        NativeMemory.Free(Pointers);
    }
}
