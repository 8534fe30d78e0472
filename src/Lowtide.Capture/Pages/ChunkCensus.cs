using Lowtide.Capture.CPython;
using Lowtide.Capture.CPython.Heap;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>The census of one chunk of addresses over all members: first the page tables, then, for pages that
/// somebody copied, the bytes. One a thread, used again for every chunk.</summary>
internal sealed class ChunkCensus : IDisposable
{
    private readonly MemberPages[] _members;
    private readonly int _masterIndex;
    private readonly int _keeperIndex;
    private readonly bool _zeroPageHidden;
    private readonly ForkPicture?[] _pictures;
    private readonly CollectorLinks? _links;
    private readonly CopyTracer? _tracer;
    private readonly SharingIndex _sharing;
    private readonly PageReader _own = new();
    private readonly PageReader[] _references;
    private readonly bool[] _wanted = new bool[Chunk.MostPages];
    private readonly bool[] _asked;
    private readonly bool[][] _wantedOf;
    private readonly ChangedWords[] _changed = new ChangedWords[Chunk.MostPages];
    private readonly short[][] _reference;
    private readonly ulong[] _low;
    private readonly ulong[] _high;

    public ChunkCensus(
        MemberPages[] members, MemberPages? master, MemberPages? keeper, ForkPicture? before, bool collectorLinks, CPythonHeap? heap, bool exclusiveBitOnly,
        ulong zeroFrame)
    {
        _members = members;
        _masterIndex = master is null ? -1 : 0;
        _keeperIndex = keeper is null ? -1 : Array.IndexOf(members, keeper);
        _zeroPageHidden = exclusiveBitOnly;
        _links = collectorLinks ? new CollectorLinks(_members) : null;
        _tracer = heap is null ? null : new CopyTracer(heap, _members.Length);
        _sharing = new SharingIndex(_members, _masterIndex, _keeperIndex, exclusiveBitOnly, zeroFrame);
        (_asked, _wantedOf) = (new bool[_members.Length], new bool[_members.Length][]);
        _references = [.. _members.Select(_ => new PageReader())];
        _reference = [.. _members.Select(_ => new short[Chunk.MostPages])];
        _pictures = [.. _members.Select(member =>
            master is not null && before?.Serves(master.Process, member.Process) == true ? before : null)];
        _low = [.. _members.Select(member => member.Extent.Address)];
        _high = [.. _members.Select(member => member.Extent.Address + member.Extent.Length)];
    }

    public long MasterCopiedPages => _sharing.MasterCopiedPages;

    /// <summary>By member; null where the runtime's heap cannot be told.</summary>
    public CopyTracer? Traces => _tracer;

    public void Take(Chunk chunk)
    {
        _tracer?.BeginChunk();
        _sharing.Take(chunk, _reference);
        ReadReferences(chunk);
        for (var member = 0; member < _members.Length; member++)
            if (IsWorker(member))
                Compare(chunk, member);
    }

    private bool IsWorker(int member) => member != _masterIndex && member != _keeperIndex;

    /// <summary>Each page that somebody's copy is compared with is read once for all of them.</summary>
    private void ReadReferences(Chunk chunk)
    {
        Array.Clear(_asked);
        for (var member = 0; member < _members.Length; member++)
        {
            if (!IsWorker(member))
                continue;
            var column = _reference[member].AsSpan(0, chunk.Pages);
            for (var page = 0; page < column.Length; page++)
                if (SharingIndex.Holder(column[page]) is >= 0 and var holder)
                {
                    Ask(holder, page);
                    // What was forked later may have inherited what the master wrote since the keeper was.
                    if (holder == _keeperIndex)
                        Ask(_masterIndex, page);
                }
        }
        for (var of = 0; of < _members.Length; of++)
        {
            var wanted = _asked[of] ? _wantedOf[of].AsSpan(0, chunk.Pages) : default;
            if (!wanted.IsEmpty && _tracer is { PoolPages: var pool })
                WantWholePools(chunk, of, pool, wanted);
            // Also where nothing is wanted: what was read for another chunk must not be taken for this one's.
            _references[of].Read(_members[of].Memory, chunk.Start, wanted);
        }
    }

    private void Ask(int of, int page)
    {
        if (!_asked[of])
            (_wantedOf[of] ??= new bool[Chunk.MostPages]).AsSpan().Clear();
        _asked[of] = _wantedOf[of][page] = true;
    }

    /// <summary>
    /// What stands on a page is told by the whole pool that it is part of: those pages of it that the member has. To read
    /// one that it never touched would give it one, of zeros.
    /// </summary>
    private void WantWholePools(Chunk chunk, int of, int poolPages, Span<bool> wanted)
    {
        var entries = _members[of].Entries(chunk.Start, chunk.End);
        if (entries.IsEmpty)
            return;
        var skew = (int)(chunk.Start / Page.Size % (ulong)poolPages);
        for (var first = -skew; first < chunk.Pages; first += poolPages)
        {
            var (from, to) = (Math.Max(0, first), Math.Min(chunk.Pages, first + poolPages));
            if (!wanted[from..to].Contains(true))
                continue;
            for (var page = from; page < to; page++)
                wanted[page] |= entries[page].Anonymous;
        }
    }

    private void Compare(Chunk chunk, int member)
    {
        if (_members[member].Find(chunk.Start) is not { } region)
            return;
        var column = _reference[member];
        var states = region.States.AsSpan(MemberPages.PageIndex(region, chunk.Start), chunk.Pages);
        var any = false;
        for (var page = 0; page < chunk.Pages; page++)
            any |= _wanted[page] = states[page] == PageState.Undecided || (_zeroPageHidden && states[page] == PageState.InheritedShared);
        if (!any)
            return;
        _own.Read(_members[member].Memory, chunk.Start, _wanted.AsSpan(0, chunk.Pages));
        _links?.Clear();
        for (var page = 0; page < chunk.Pages; page++)
            if (_wanted[page])
                _changed[page] = Changed(page, column[page] = Nearer(column[page], page));
        for (var page = 0; page < chunk.Pages; page++)
            if (_wanted[page] && IsZeroPageForAllWeKnow(page, column[page]))
                states[page] = PageState.Undecided;
            else if (_wanted[page] && states[page] == PageState.Undecided)
                states[page] = StateOf(chunk, member, page, column[page]);
        ConfirmLinks(chunk, member);
        if (_tracer is not null && region.Traces is { } traces)
            Trace(chunk, member, states, traces.AsSpan(MemberPages.PageIndex(region, chunk.Start), chunk.Pages), column, _tracer);
    }

    /// <summary>None where one of both could not be read.</summary>
    private ChangedWords Changed(int page, short reference) =>
        SharingIndex.Holder(reference) is >= 0 and var holder
        && _references[holder].PageAt(page) is { IsEmpty: false } theirs && _own.PageAt(page) is { IsEmpty: false } mine
            ? ChangedWords.Of(theirs, mine) : default;

    /// <summary>
    /// The keeper has what the first workers inherited. A worker that was forked later may have inherited what the master wrote in
    /// between: then its page is liker the master's.
    /// </summary>
    private short Nearer(short reference, int page)
    {
        if (SharingIndex.Holder(reference) is var holder && (holder < 0 || holder != _keeperIndex))
            return reference;
        var kept = _references[_keeperIndex].PageAt(page);
        var masters = _references[_masterIndex].PageAt(page);
        var mine = _own.PageAt(page);
        return !masters.IsEmpty && !mine.IsEmpty
            && (kept.IsEmpty || PageComparison.EqualWords(masters, ChangedWords.Of(masters, mine))
                > PageComparison.EqualWords(kept, ChangedWords.Of(kept, mine)))
            ? SharingIndex.Proven(_masterIndex) : reference;
    }

    private void Trace(
        Chunk chunk, int member, Span<PageState> states, Span<CopyTrace> traces, ReadOnlySpan<short> column, CopyTracer tracer)
    {
        for (var page = 0; page < chunk.Pages; page++)
        {
            if (!_wanted[page])
                continue;
            var (address, own) = (chunk.Start + ((ulong)page * Page.Size), new ReadSide(member, _own));
            var copy = SharingIndex.Holder(column[page]) is >= 0 and var holder
                ? new TracedPage(address, states[page], new(holder, _references[holder]), own, page,
                    HasItAsItWas(member, holder, page, address), _changed[page])
                : new TracedPage(address, states[page], own, own, page, AsItWas: false, default);
            if (states[page] == PageState.Undecided && tracer.DiffersInUpkeepOnly(copy))
                copy = copy with { State = states[page] = PageState.CopiedChanged };
            if (states[page] is PageState.CopiedIdentical or PageState.CopiedRelinked or PageState.CopiedChanged)
                traces[page] = tracer.Trace(copy);
        }
    }

    /// <summary>Where a picture from before the fork says what was inherited, the holder may have written to it since.</summary>
    private bool HasItAsItWas(int member, int holder, int page, ulong address) =>
        _references[holder].PageAt(page) is { IsEmpty: false } theirs
        && (_pictures[member] is not { } picture || PageHash.Of(theirs) == picture.HashAt(address));

    /// <summary>
    /// Without frame numbers a page of zeros may be the kernel's own zero page: mapped many times wherever memory was
    /// read before it was written, and inherited from nobody.
    /// </summary>
    private bool IsZeroPageForAllWeKnow(int page, short reference)
    {
        if (!_zeroPageHidden)
            return false;
        var mine = _own.PageAt(page);
        var holder = SharingIndex.Holder(reference);
        var theirs = holder < 0 ? default : _references[holder].PageAt(page);
        return (!mine.IsEmpty && PageComparison.IsZero(mine)) || (!theirs.IsEmpty && PageComparison.IsZero(theirs));
    }

    private PageState StateOf(Chunk chunk, int member, int page, short reference)
    {
        var mine = _own.PageAt(page);
        var holder = SharingIndex.Holder(reference);
        var theirs = holder < 0 ? default : _references[holder].PageAt(page);
        var inherited = SharingIndex.Proves(reference);
        if (mine.IsEmpty)
            return PageState.Undecided;
        if (_pictures[member] is { } picture)
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
            return inherited ? PageState.CopiedChanged : holder < 0 && _masterIndex >= 0 ? PageState.New : PageState.Undecided;
        if (!_changed[page].Any)
            return inherited || !PageComparison.IsZero(mine) ? PageState.CopiedIdentical : PageState.Undecided;
        _links?.Consider(
            page, chunk.Start + ((ulong)page * Page.Size), new(holder, _references[holder]), new(member, _own), _changed[page], _low[member], _high[member]);
        return inherited || PageComparison.MostlyEqual(theirs, _changed[page]) ? PageState.CopiedChanged : PageState.Undecided;
    }

    private void ConfirmLinks(Chunk chunk, int member)
    {
        if (_links is null)
            return;
        var region = _members[member].Find(chunk.Start)!;
        var first = MemberPages.PageIndex(region, chunk.Start);
        _links.Confirm(page => region.States[first + page] = PageState.CopiedRelinked);
    }

    public void Dispose()
    {
        _own.Dispose();
        foreach (var reader in _references)
            reader.Dispose();
    }
}
