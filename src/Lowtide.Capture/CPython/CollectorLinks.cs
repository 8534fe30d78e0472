using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython;

/// <summary>
/// Tells a page that only the collector changed. A collection moves objects between lists, which changes their order,
/// and takes tuples and dicts that can be in no cycle off the lists for good: measured on 3.8 to 3.13, the first
/// collection over objects that were loaded with the collector off leaves nearly every page of containers different from
/// the master's, in nothing but these links.
/// From 3.8 on every tracked object has two words in front (PyGC_Head, Include/internal/pycore_gc.h), the next and the
/// previous object's head, with flags in the low bits; both are 0 when it is taken off (_PyObject_GC_UNTRACK). A changed
/// word counts as a link only if the head that it points to points back; one that was cleared, if it was a link before.
/// </summary>
internal sealed class CollectorLinks(IReadOnlyList<IMemory> memories)
{
    /// <summary>Links followed on each page, spread over it; the other changed words need only look like links.</summary>
    private const int FollowedLinks = 8;

    private const ulong WordSize = sizeof(ulong);

    private readonly List<(int Page, bool Holds)> _candidates = [];
    private readonly Follower[] _followers = [.. memories.Select(memory => new Follower(memory))];

    public void Clear()
    {
        _candidates.Clear();
        foreach (var follower in _followers)
            follower.Clear();
    }

    /// <summary>Notes a changed page if every changed word looks like a link, set or cleared.</summary>
    /// <param name="page">Its index in the chunk that both sides have read.</param>
    /// <param name="before">Whoever still has the page as it was.</param>
    /// <param name="now">The member whose page changed.</param>
    /// <param name="differ">The words that do.</param>
    /// <param name="low">No link points below.</param>
    /// <param name="high">No link points to here or beyond.</param>
    public void Consider(int page, ulong address, ReadSide before, ReadSide now, in ChangedWords differ, ulong low, ulong high)
    {
        var old = MemoryMarshal.Cast<byte, ulong>(before.Pages.PageAt(page));
        var words = MemoryMarshal.Cast<byte, ulong>(now.Pages.PageAt(page));
        Span<short> changed = stackalloc short[Page.Size / sizeof(ulong)];
        var count = 0;
        foreach (var i in differ.Indexes)
        {
            // A cleared head is cleared whole.
            if (!IsPointer(words[i]) && !(words[i] == 0 && words[i ^ 1] == 0 && IsPointer(old[i]) && IsPointer(old[i ^ 1])))
                return;
            changed[count++] = (short)i;
        }
        var step = Math.Max(1, count / FollowedLinks);
        var (ownLinks, holdersLinks) = (_followers[now.Member].Count, _followers[before.Member].Count);
        for (var i = 0; i < count && i / step < FollowedLinks; i += step)
        {
            var cleared = words[changed[i]] == 0;
            var link = Link.Of(address + ((ulong)changed[i] * WordSize), cleared ? old[changed[i]] : words[changed[i]]);
            // Most links lead to a page near by, which has been read already.
            var side = cleared ? before : now;
            var pageThere = side.Pages.PageWith(link.Place);
            if (pageThere.IsEmpty)
                _followers[side.Member].Follow(link, _candidates.Count);
            else if (!link.PointsBack(MemoryMarshal.Read<ulong>(pageThere[(int)(link.Place % Page.Size)..])))
            {
                _followers[now.Member].Forget(ownLinks);
                _followers[before.Member].Forget(holdersLinks);
                return;
            }
        }
        _candidates.Add((page, true));

        bool IsPointer(ulong word) => (word & ~CollectorHead.FlagBits) >= low && word < high;
    }

    /// <summary>Follows the noted links; calls back for each page of which all followed links point back.</summary>
    public void Confirm(Action<int> relinked)
    {
        var candidates = CollectionsMarshal.AsSpan(_candidates);
        foreach (var follower in _followers)
            follower.Refute(candidates);
        foreach (var (page, holds) in candidates)
            if (holds)
                relinked(page);
    }

    /// <summary>A link that was read at a head, and the place where the other one must point back to that head.</summary>
    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Link(ulong Head, ulong Place)
    {
        /// <summary>A head stands on a multiple of 16: its first word is the next head, its second the previous one.</summary>
        public static Link Of(ulong word, ulong value)
        {
            var pointer = value & ~CollectorHead.FlagBits;
            return word % CollectorHead.Size == 0 ? new Link(word, pointer + WordSize) : new Link(word - WordSize, pointer);
        }

        public bool PointsBack(ulong found) => (found & ~CollectorHead.FlagBits) == Head;
    }

    /// <summary>Links of one process that lead out of what has been read of it.</summary>
    private sealed class Follower(IMemory memory)
    {
        private readonly List<(Link Link, int Candidate)> _links = [];

        public int Count => _links.Count;

        public void Clear() => _links.Clear();

        public void Follow(Link link, int candidate) => _links.Add((link, candidate));

        public void Forget(int from) => _links.RemoveRange(from, _links.Count - from);

        public void Refute(Span<(int Page, bool Holds)> candidates)
        {
            foreach (var (link, candidate) in _links)
                if (candidates[candidate].Holds)
                    candidates[candidate].Holds = memory.TryRead(link.Place, out ulong found) && link.PointsBack(found);
        }
    }
}
