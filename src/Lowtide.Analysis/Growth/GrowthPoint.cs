using System.Runtime.InteropServices;

namespace Lowtide.Analysis.Growth;

/// <summary>What one process, or one family, held at one time.</summary>
/// <param name="Seconds">On a clock that goes on through restarts.</param>
/// <param name="Life">Which process: a restart begins another one.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct GrowthPoint(double Seconds, double Bytes, int Life);
