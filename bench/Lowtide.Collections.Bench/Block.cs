using System.Runtime.InteropServices;

namespace Lowtide.Collections.Bench;

/// <summary>A struct of 64 bytes.</summary>
[StructLayout(LayoutKind.Sequential, Size = 64)]
public readonly record struct Block(int Value);
