using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>
/// From page table entries alone: which pages of a chunk are still shared inside the family, and for the others,
/// with whose page at that address they are to be compared and whether that proves inheritance.
/// </summary>
internal sealed class SharingIndex(MemberPages[] members, int masterIndex, int keeperIndex, bool exclusiveBitOnly, ulong zeroFrame)
{
    private const short Nobody = -1;
    private const short StillShared = -2;
    private const short Proof = 0x4000;

    /// <summary>Of each member from the chunk's first page on; without an array where it has none there.</summary>
    private readonly ArraySegment<PageEntry>[] _tables = new ArraySegment<PageEntry>[members.Length];
    private readonly int[] _sharers = new int[members.Length];

    public long MasterCopiedPages { get; private set; }

    /// <summary>The member to compare with; negative if there is none.</summary>
    public static int Holder(short reference) => reference < 0 ? Nobody : reference & (Proof - 1);

    public static short Proven(int holder) => (short)(holder | Proof);

    public static bool Proves(short reference) => reference >= Proof;

    /// <summary>
    /// Sets each worker's states (<see cref="PageState.Undecided"/> where the bytes must be compared) and
    /// the reference of each of its pages.
    /// </summary>
    public void Take(Chunk chunk, short[][] reference)
    {
        for (var member = 0; member < members.Length; member++)
        {
            var region = members[member].Find(chunk.Start);
            _tables[member] = region is null ? default : region.Entries[MemberPages.PageIndex(region, chunk.Start)..];
        }
        for (var page = 0; page < chunk.Pages; page++)
            TakePage(page, reference);
        for (var member = 0; member < members.Length; member++)
            SetStates(chunk, member, reference[member]);
    }

    private PageEntry Entry(int member, int page) => _tables[member] is { Array: not null } table ? table[page] : default;

    private bool Counts(PageEntry entry) => entry.Anonymous && (exclusiveBitOnly || entry.Frame != zeroFrame);

    private void TakePage(int page, short[][] reference)
    {
        // Who shares a frame with somebody: by frame, or by not being exclusive where frames are hidden.
        var count = 0;
        for (var member = 0; member < members.Length; member++)
        {
            var entry = Entry(member, page);
            // One frame at one address after KSM came by says that two pages are equal, not that they were inherited.
            _sharers[member] = Counts(entry) && !entry.Merged && IsShared(member, page, entry) ? 1 : 0;
            count += _sharers[member];
        }
        if (exclusiveBitOnly && count == 1)
        {
            // Mapped more than once, but by nobody here at this address: the zero page, or somebody outside the family.
            Array.Clear(_sharers);
            count = 0;
        }
        if (masterIndex >= 0 && count >= 2 && _sharers[masterIndex] == 0 && Entry(masterIndex, page) is { Merged: false } masters && Counts(masters))
            MasterCopiedPages++;
        var holder = FirstSharer();
        for (var member = 0; member < members.Length; member++)
            reference[member][page] = _sharers[member] == 1
                ? StillShared
                : holder >= 0 && SharedSince(members[member].Process.StartTicks)
                    ? Proven(holder)
                    : keeperIndex >= 0 && Counts(Entry(keeperIndex, page)) ? Proven(keeperIndex)
                    : masterIndex >= 0 && Counts(Entry(masterIndex, page)) ? (short)masterIndex : Nobody;
    }

    private bool IsShared(int member, int page, PageEntry entry)
    {
        if (exclusiveBitOnly)
            return !entry.Exclusive;
        for (var other = 0; other < members.Length; other++)
        {
            var theirs = Entry(other, page);
            if (other != member && theirs.Frame == entry.Frame && Counts(theirs) && !theirs.Merged)
                return true;
        }
        return false;
    }

    private int FirstSharer() => Array.IndexOf(_sharers, 1);

    /// <summary>
    /// A worker that shares the page was forked no later than this one, so the page was there to be inherited.
    /// A worker that was forked later may have inherited what the master got in between.
    /// </summary>
    private bool SharedSince(long startTicks)
    {
        for (var other = 0; other < members.Length; other++)
            if (other != masterIndex && _sharers[other] == 1 && members[other].Process.StartTicks <= startTicks)
                return true;
        return false;
    }

    private void SetStates(Chunk chunk, int member, short[] reference)
    {
        if (member == masterIndex || member == keeperIndex || members[member].Find(chunk.Start) is not { } region)
            return;
        var states = region.States.AsSpan(MemberPages.PageIndex(region, chunk.Start), chunk.Pages);
        for (var page = 0; page < states.Length; page++)
        {
            var entry = Entry(member, page);
            states[page] =
                entry.Swapped && !entry.FileOrShared ? PageState.Swapped
                : !Counts(entry) ? PageState.None
                : entry.Merged ? PageState.Merged
                : reference[page] == StillShared ? PageState.InheritedShared
                : PageState.Undecided;
        }
    }
}
