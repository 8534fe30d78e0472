using Lowtide.Capture.Pages;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <param name="Census">Tell every page of every worker; reads the memory of the whole family.</param>
/// <param name="Before">A picture of the master from before its workers were forked.</param>
/// <param name="Causes">With the census: also what each copied page shows of the write that copied it.</param>
/// <param name="Destructors">Of which members to look for objects whose destructors do more than free memory, in one of them; reads all of its
/// pools. Null for none.</param>
/// <param name="OnlyKnown">Leave out lone processes without a known runtime before anything costly is read of them.</param>
/// <param name="Own">It was started by Lowtide, for this: PSS is read whole, however large it is and however long it is held up.</param>
public sealed record CaptureOptions(
    bool Census, ForkPicture? Before = null, bool OnlyKnown = false, bool Causes = true,
    Func<Member, bool>? Destructors = null, bool Own = false)
{
    /// <summary>With the census: how much of the family is read; null for all of it.</summary>
    public LookLimit? Limit { get; init; }

    /// <summary>With the census: walk the heaps of malloc and of the runtime.</summary>
    public bool Heaps { get; init; } = true;

    /// <summary>What members held within the last minute, by pid and start: it is not read again.</summary>
    public IReadOnlyDictionary<(int Pid, long StartTicks), MemoryUse>? Held { get; init; }
}

/// <param name="CouldNotRead">What is missing from the snapshot, why, and what would give it.</param>
public sealed record CapturedFamily(FamilySnapshot Snapshot, IReadOnlyList<Unreadable> CouldNotRead);
