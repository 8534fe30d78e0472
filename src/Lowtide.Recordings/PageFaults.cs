namespace Lowtide.Recordings;

/// <summary>What a page fault gave its process. The numbers are part of the file format and are never reused.</summary>
public enum FaultKind : byte
{
    /// <summary>A first write to a page that another process shared by a fork: a copy.</summary>
    Copy = 1,

    /// <summary>The first touch of memory that there was not before.</summary>
    New = 2,

    /// <summary>A page of a file or of shared memory.</summary>
    File = 3,

    /// <summary>A page that it had to itself already: given back and taken anew, swapped, or shared with nobody any more.</summary>
    Again = 4,

    /// <summary>Its mapping had gone before it could be looked at.</summary>
    Unknown = 5,
}

/// <summary>The page faults of a family while it was watched.</summary>
/// <param name="Every">One fault in so many was sampled, and stands for all of these.</param>
/// <param name="LostFaults">Counted by the kernel, but without a record: the reader fell behind. Null where that could not be read.</param>
/// <param name="InKernel">Faults that the kernel took for a process, as in read(2), are among them.</param>
/// <param name="Chains">The most frequent ones of each process and kind; what is left of these is one without frames.</param>
public sealed record PageFaults(
    double Seconds,
    int Every,
    long? LostFaults,
    bool InKernel,
    IReadOnlyList<FaultingProcess> Processes,
    IReadOnlyList<FaultChain> Chains)
{
    public long Of(FaultKind kind) => Chains.Where(chain => chain.Kind == kind).Sum(chain => chain.Faults);
}

/// <param name="Forked">Forked while the faults were watched: then all that it copied was seen.</param>
public sealed record FaultingProcess(int Pid, int ParentPid, Role Role, bool Forked);

/// <summary>Faults of one process that came by the same way.</summary>
/// <param name="Thread">The name of the thread, as ps and top show it.</param>
/// <param name="ByCollector">The way leads through the code of the cyclic collector; null where that cannot be told: there is none
/// that is known, or the way is cut.</param>
/// <param name="AtExit">The way leads through the runtime's finalisation; null likewise.</param>
/// <param name="File">Of the innermost function; null where it is not known.</param>
/// <param name="Frames">Functions, the outermost first.</param>
public sealed record FaultChain(
    int Pid,
    string Thread,
    FaultKind Kind,
    bool? ByCollector,
    bool? AtExit,
    string? File,
    IReadOnlyList<string> Frames,
    long Faults);
