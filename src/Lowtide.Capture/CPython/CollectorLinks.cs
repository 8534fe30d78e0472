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

    /// <summary>Links of one process, followed in few calls.</summary>
    private sealed class Follower(ProcessMemory memory)
    {
        private readonly List<MemoryRange> _places = [];
        private readonly List<(ulong Head, int Candidate)> _expected = [];
        private ulong[] _found = new ulong[1024];

        public void Clear()
        {
            _places.Clear();
            _expected.Clear();
        }

        /// <summary>A head stands on a multiple of 16: its first word is the next head, its second the previous one.</summary>
        public void Follow(ulong word, ulong link, int candidate)
        {
            var pointer = link & ~FlagBits;
            var isNext = word % (2 * WordSize) == 0;
            _places.Add(new MemoryRange(isNext ? pointer + WordSize : pointer, WordSize));
            _expected.Add((isNext ? word : word - WordSize, candidate));
        }

        public void Refute(Span<(int Page, bool Holds)> candidates)
        {
            if (_found.Length < _places.Count)
                _found = new ulong[_places.Count * 2];
            var ranges = CollectionsMarshal.AsSpan(_places);
            for (var done = 0; done < ranges.Length;)
            {
                var left = MemoryMarshal.AsBytes(_found.AsSpan(done, ranges.Length - done));
                done += memory.ReadMany(ranges[done..], left) / sizeof(ulong);
                if (done < ranges.Length)
                    _found[done++] = 0; // not mapped, so no link: go on behind it
            }
            for (var i = 0; i < _expected.Count; i++)
                if ((_found[i] & ~FlagBits) != _expected[i].Head)
                    candidates[_expected[i].Candidate].Holds = false;
        }
    }
}
