using System.Runtime.InteropServices;

namespace Lowtide.Analysis.Growth;

/// <summary>What the heap of one process, or of a family's in the mean, said at one time that it holds.</summary>
/// <param name="Seconds">As <see cref="GrowthPoint.Seconds"/>; <paramref name="Life"/> likewise.</param>
/// <param name="LiveBytes">What the program holds.</param>
/// <param name="FreeBytes">What the heap has beside that: freed and kept, or not used yet.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct HeapPoint(double Seconds, double LiveBytes, double FreeBytes, int Life);
