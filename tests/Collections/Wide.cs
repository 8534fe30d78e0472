using System.Runtime.InteropServices;

namespace Lowtide.Tests.Collections;

/// <summary>A number in so many bytes that few fit into a chunk: few operations then lead from one chunk to many. Four share a hash.</summary>
[StructLayout(LayoutKind.Sequential, Size = 2048)]
internal readonly record struct Wide(int Value) : IComparable<Wide>
{
    public int CompareTo(Wide other) => Value.CompareTo(other.Value);

    public override int GetHashCode() => Value & ~3;
}
