namespace Lowtide.Recordings;

/// <summary>The heap of one CPython process, which holds objects up to 512 bytes: pymalloc's pools, read from outside without a stop.</summary>
/// <param name="PoolBytes">Of each pool; its version's.</param>
/// <param name="InUseBytes">Blocks that hold an object, or wait for the collector; in bytes, without the pools' headers.</param>
public sealed record PythonHeap(int PoolBytes, int Pools, long InUseBytes);
