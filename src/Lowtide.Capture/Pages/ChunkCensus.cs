using Lowtide.Capture.CPython;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>The census of one chunk of addresses over all members: first the page tables, then, for pages that
/// somebody copied, the bytes. One a thread, used again for every chunk.</summary>
internal sealed class ChunkCensus : IDisposable
{
    private readonly MemberPages[] members;
    private readonly int masterIndex;
    private readonly bool zeroPageHidden;
    private readonly ForkPicture?[] pictures;
    private readonly CollectorLinks? links;
    private readonly SharingIndex sharing;
    private readonly PageReader own = new();
    private readonly PageReader[] references;
    private readonly bool[] wanted = new bool[Chunk.MostPages];
    private readonly short[][] reference;
    private readonly ulong[] low;
    private readonly ulong[] high;

    public ChunkCensus(
        MemberPages[] members, MemberPages? master, ForkPicture? before, bool collectorLinks, bool exclusiveBitOnly, ulong zeroFrame)
    {
        this.members = members;
        masterIndex = master is null ? -1 : 0;
        zeroPageHidden = exclusiveBitOnly;
        links = collectorLinks ? new CollectorLinks([.. members.Select(member => member.Memory)]) : null;
        sharing = new SharingIndex(members, masterIndex, exclusiveBitOnly, zeroFrame);
        references = [.. members.Select(_ => new PageReader())];
        reference = [.. members.Select(_ => new short[Chunk.MostPages])];
        pictures = [.. members.Select(member =>
            master is not null && before?.Serves(master.Process, member.Process) == true ? before : null)];
        low = [.. members.Select(member => member.Regions.Count == 0 ? 0 : member.Regions[0].Region.Start)];
        high = [.. members.Select(member => member.Regions.Count == 0 ? 0 : member.Regions[^1].Region.End)];
    }

    public long MasterCopiedPages => sharing.MasterCopiedPages;

    public void Take(Chunk chunk)
    {
        sharing.Take(chunk, reference);
        ReadReferences(chunk);
        for (var member = 0; member < members.Length; member++)
            if (member != masterIndex)
                Compare(chunk, member);
    }

    /// <summary>Each page that somebody's copy is compared with is read once for all of them.</summary>
    private void ReadReferences(Chunk chunk)
    {
        for (var of = 0; of < members.Length; of++)
        {
            wanted.AsSpan().Clear();
            var any = false;
            foreach (var (member, column) in reference.Index())
            {
                if (member == masterIndex)
                    continue;
                for (var page = 0; page < chunk.Pages; page++)
                    if (SharingIndex.Holder(column[page]) == of)
                        any = wanted[page] = true;
            }
            // Also where nothing is wanted: what was read for another chunk must not be taken for this one's.
            references[of].Read(members[of].Memory, chunk.Start, any ? wanted.AsSpan(0, chunk.Pages) : default);
        }
    }

    private void Compare(Chunk chunk, int member)
    {
        if (members[member].Find(chunk.Start) is not { } region)
            return;
        var column = reference[member];
        var states = region.States.AsSpan(MemberPages.PageIndex(region, chunk.Start), chunk.Pages);
        var any = false;
        for (var page = 0; page < chunk.Pages; page++)
            any |= wanted[page] = states[page] == PageState.Undecided || (zeroPageHidden && states[page] == PageState.InheritedShared);
        if (!any)
            return;
        own.Read(members[member].Memory, chunk.Start, wanted.AsSpan(0, chunk.Pages));
        links?.Clear();
        for (var page = 0; page < chunk.Pages; page++)
            if (wanted[page] && IsZeroPageForAllWeKnow(page, column[page]))
                states[page] = PageState.Undecided;
            else if (wanted[page] && states[page] == PageState.Undecided)
                states[page] = StateOf(chunk, member, page, column[page]);
        ConfirmLinks(chunk, member);
    }

    /// <summary>
    /// Without frame numbers a page of zeros may be the kernel's own zero page: mapped many times wherever memory was
    /// read before it was written, and inherited from nobody.
    /// </summary>
    private bool IsZeroPageForAllWeKnow(int page, short reference)
    {
        if (!zeroPageHidden)
            return false;
        var mine = own.PageAt(page);
        var holder = SharingIndex.Holder(reference);
        var theirs = holder < 0 ? default : references[holder].PageAt(page);
        return (!mine.IsEmpty && PageComparison.IsZero(mine)) || (!theirs.IsEmpty && PageComparison.IsZero(theirs));
    }

    private PageState StateOf(Chunk chunk, int member, int page, short reference)
    {
        var mine = own.PageAt(page);
        var holder = SharingIndex.Holder(reference);
        var theirs = holder < 0 ? default : references[holder].PageAt(page);
        var inherited = SharingIndex.Proves(reference);
        if (mine.IsEmpty)
            return PageState.Undecided;
        if (pictures[member] is { } picture)
        {
            var hash = picture.HashAt(chunk.Start + ((ulong)page * Page.Size));
            if (hash == 0)
                return PageState.New;
            if (PageHash.Of(mine) == hash)
                return PageState.CopiedIdentical;
            // Only if the master still has what it had can the words be told apart.
            if (theirs.IsEmpty || PageHash.Of(theirs) != hash)
                return PageState.CopiedChanged;
            inherited = true;
        }
        if (theirs.IsEmpty)
            return inherited ? PageState.CopiedChanged : holder < 0 && masterIndex >= 0 ? PageState.New : PageState.Undecided;
        if (PageComparison.Identical(mine, theirs))
            return inherited || !PageComparison.IsZero(mine) ? PageState.CopiedIdentical : PageState.Undecided;
        links?.Consider(
            page, chunk.Start + ((ulong)page * Page.Size), new(holder, references[holder]), new(member, own), low[member], high[member]);
        return inherited || PageComparison.MostlyEqual(theirs, mine) ? PageState.CopiedChanged : PageState.Undecided;
    }

    private void ConfirmLinks(Chunk chunk, int member)
    {
        if (links is null)
            return;
        var region = members[member].Find(chunk.Start)!;
        var first = MemberPages.PageIndex(region, chunk.Start);
        links.Confirm(page => region.States[first + page] = PageState.CopiedRelinked);
    }

    public void Dispose()
    {
        own.Dispose();
        foreach (var reader in references)
            reader.Dispose();
    }
}
