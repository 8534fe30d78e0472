namespace Lowtide.Analysis.DotNet;

/// <summary>GCHighMemPercent: from so much memory in use on, generation 2 is collected more eagerly, blocking and compacting.</summary>
internal static class HighMemory
{
    /// <summary>Where nothing is set.</summary>
    public const int UsualPercent = 90;

    /// <summary>The highest that leaves the collector something to do before the kernel does.</summary>
    public const int HighestPercent = 97;
}
