namespace Lowtide.Recordings;

/// <summary>What one process holds, in bytes, from smaps_rollup (proc(5)); null is "not read", never 0.</summary>
/// <param name="SharedBytes">Shared_Clean + Shared_Dirty: resident pages that at least one more process maps.</param>
/// <param name="PrivateBytes">Private_Clean + Private_Dirty: what would be freed if this process ended.</param>
public sealed record MemoryUse(
    long? RssBytes,
    long? PssBytes,
    long? SharedBytes,
    long? PrivateBytes,
    long? SwapBytes)
{
    public static readonly MemoryUse Unknown = new(null, null, null, null, null);

    /// <summary>Pss_Anon: the part of <see cref="PssBytes"/> that no file is behind; null where it was not read.</summary>
    public long? PssAnonymousBytes { get; init; }

    /// <summary>Pss_File.</summary>
    public long? PssFileBytes { get; init; }

    /// <summary>Pss_Shmem.</summary>
    public long? PssSharedMemoryBytes { get; init; }

    /// <summary>
    /// How far <see cref="PssBytes"/> may be from the truth, at 95%: it was estimated from a part of the pages, and the other figures with it. Null where
    /// all were read.
    /// </summary>
    public long? PssMarginBytes { get; init; }

    /// <summary>Whether the kernel may merge any of its pages with equal ones (/proc/PID/ksm_stat, ksm_merge_any); null where
    /// the kernel does not say, as before Linux 6.13.</summary>
    public bool? MergesPages { get; init; }
}
