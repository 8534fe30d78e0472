using System.Buffers.Binary;
using System.Runtime.InteropServices;
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
internal sealed class CollectorLinks(IReadOnlyList<ProcessMemory> memories)
{
    /// <summary>Links followed on each page, spread over it; the other changed words need only look like links.</summary>
    private const int FollowedLinks = 8;

    private const ulong FlagBits = 7;
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
    /// <param name="before">The page as the member <paramref name="holder"/> has it.</param>
    /// <param name="now">The page as <paramref name="member"/> has it.</param>
    /// <param name="low">No link points below.</param>
    /// <param name="high">No link points to here or beyond.</param>
    public void Consider(
        int page, ulong address, ReadOnlySpan<byte> before, int holder, ReadOnlySpan<byte> now, int member, ulong low, ulong high)
    {
        var old = MemoryMarshal.Cast<byte, ulong>(before);
        var words = MemoryMarshal.Cast<byte, ulong>(now);
        Span<short> changed = stackalloc short[Page.Size / sizeof(ulong)];
        var count = 0;
        for (var i = 0; i < words.Length; i++)
        {
            if (old[i] == words[i])
                continue;
            // A cleared head is cleared whole.
            if (!IsPointer(words[i]) && !(words[i] == 0 && words[i ^ 1] == 0 && IsPointer(old[i]) && IsPointer(old[i ^ 1])))
                return;
            changed[count++] = (short)i;
        }
        _candidates.Add((page, true));
        var step = Math.Max(1, count / FollowedLinks);
        for (var i = 0; i < count && i / step < FollowedLinks; i += step)
        {
            var cleared = words[changed[i]] == 0;
            _followers[cleared ? holder : member].Follow(
                address + ((ulong)changed[i] * WordSize), cleared ? old[changed[i]] : words[changed[i]], _candidates.Count - 1);
        }

        bool IsPointer(ulong word) => (word & ~FlagBits) >= low && word < high;
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

    /// <summary>
    /// Links of one process, followed in few calls: a list's order is nearly that of its objects' addresses, so that
    /// the pages they lead to are mostly the same few.
    /// </summary>
    private sealed class Follower(ProcessMemory memory)
    {
        private const int Slots = 32;
        private const ulong NoPage = ulong.MaxValue;

        private readonly List<(ulong Place, ulong Head, int Candidate)> _links = [];
        private readonly byte[] _pages = new byte[Slots * Page.Size];
        private readonly ulong[] _held = new ulong[Slots];

        public void Clear() => _links.Clear();

        /// <summary>A head stands on a multiple of 16: its first word is the next head, its second the previous one.</summary>
        public void Follow(ulong word, ulong link, int candidate)
        {
            var pointer = link & ~FlagBits;
            var isNext = word % (2 * WordSize) == 0;
            _links.Add((isNext ? pointer + WordSize : pointer, isNext ? word : word - WordSize, candidate));
        }

        public void Refute(Span<(int Page, bool Holds)> candidates)
        {
            Array.Fill(_held, NoPage);
            foreach (var (place, head, candidate) in _links)
                if (candidates[candidate].Holds && (WordAt(place) & ~FlagBits) != head)
                    candidates[candidate].Holds = false;
        }

        /// <summary>0 where nothing is mapped: no link.</summary>
        private ulong WordAt(ulong place)
        {
            var number = place / Page.Size;
            var slot = (int)(number % Slots);
            var page = _pages.AsSpan(slot * Page.Size, Page.Size);
            if (_held[slot] != number)
            {
                if (!memory.TryRead(number * Page.Size, page))
                    page.Clear();
                _held[slot] = number;
            }
            // Links are whole words: the low bits are flags and were taken off.
            return BinaryPrimitives.ReadUInt64LittleEndian(page[(int)(place % Page.Size)..]);
        }
    }
}
