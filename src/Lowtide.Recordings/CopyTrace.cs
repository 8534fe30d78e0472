using System.ComponentModel.DataAnnotations;

namespace Lowtide.Recordings;

/// <summary>
/// What a copied page shows of the write that copied it. Where one shows several, the one that stands first here, which is
/// the one that the others' remedies would not have kept away. The numbers are part of the file format and are never reused.
/// </summary>
public enum CopyTrace : byte
{
    None = 0,

    /// <summary>The program's own data changed.</summary>
    Content = 1,

    /// <summary>A block was freed, or freed and handed out again.</summary>
    Reused = 2,

    /// <summary>A value that the runtime keeps to be quicker next time: a string's hash, a type's version, inline caches.</summary>
    Cache = 3,

    /// <summary>Reference counts changed, and nothing above.</summary>
    Count = 4,

    /// <summary>Links of the collector's lists changed, and nothing above.</summary>
    Links = 5,

    /// <summary>As it was, and objects that the collector walks stand on it.</summary>
    SameTracked = 6,

    /// <summary>As it was, and no such object stands on it.</summary>
    SameUntracked = 7,

    /// <summary>As it was, or what it was is not known, and what stands on it could not be told.</summary>
    Unknown = 8,
}

/// <param name="Type">Of the objects whose words tell, as the language names it; "" where none stands there.</param>
public sealed record CopiedBytes(CopyTrace Trace, string Type, long Bytes);

/// <summary>
/// Of inherited pages on which only objects stand that no collection writes to, and every read: what became of a sample of them.
/// </summary>
/// <param name="Pages">That the sample is worth: fewer than were looked at where a few stand for many.</param>
/// <param name="Copied">Those looked at that the worker has copied.</param>
/// <param name="Told">Of the pages that a collection can have copied, the share that has some of the sample near by, from 0 to 1.</param>
/// <param name="Share">Of those, the share that reads copied too, each being taken to be read as the sample near it was.</param>
public sealed record ReadSample(int Pages, int Copied, [Range(0, 1)] double Told, [Range(0, 1)] double Share)
{
    /// <summary>The same if all were read like those near by of the size of which least was read; null in older recordings.</summary>
    [Range(0, 1)]
    public double? LeastShare { get; init; }

    /// <summary>The same, if all near by were read like what was most; null in older recordings.</summary>
    [Range(0, 1)]
    public double? MostShare { get; init; }
}
