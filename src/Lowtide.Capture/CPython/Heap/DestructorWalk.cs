using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>
/// Looks through the pools of one process for living objects whose destructors do more than free memory. Objects of more than 512 bytes,
/// which are malloc's, are not looked at: none of these is so large.
/// </summary>
internal sealed class DestructorWalk(MemberPages member, CPythonHeap heap)
{
    /// <summary>2 GiB of pools of 16 KiB; more would take seconds.</summary>
    private const int MostPools = 1 << 17;

    private const int MostTypes = 64;

    private readonly PymallocPool _pool = new(heap.Layout.PoolSize, new BlockReader(heap.Types));
    private readonly DestructorTypes _destructors = new(heap.Memory, heap.Types, heap.Layout);
    private readonly Dictionary<DestructorType, int> _counts = [];
    private readonly PoolWindow _window = new(heap.Layout.PoolSize);
    private bool _complete = true;

    /// <param name="kitMaps">Memory maps that Lowtide's own kit holds there, which nobody would miss.</param>
    /// <returns>Null where the process's pages or objects cannot be read.</returns>
    public static PendingDestructors? Take(ProcessFacts process, CPythonHeap heap, int kitMaps)
    {
        using var member = MemberPages.TryRead(process);
        return member is null ? null : new DestructorWalk(member, heap).Take().Without("mmap.mmap", kitMaps);
    }

    private PendingDestructors Take()
    {
        var pools = 0;
        foreach (var region in member.Regions)
        {
            foreach (var pool in _window.PlacesIn(region.Region))
            {
                var head = region.Entries[MemberPages.PageIndex(region, pool)];
                _complete &= !head.Swapped;
                if (!head.Anonymous)
                    continue;
                if (pools++ == MostPools)
                {
                    _complete = false;
                    return Counted();
                }
                if (Load(region, pool))
                    Count();
            }
        }
        return Counted();
    }

    private PendingDestructors Counted() => new(
        _complete,
        [.. _counts.GroupBy(count => (count.Key.Name, count.Key.Kind), count => count.Value)
            .Select(same => new DestructorCount(same.Key.Name, same.Key.Kind, same.Sum()))
            .OrderByDescending(count => count.Count).ThenBy(count => count.Type, StringComparer.Ordinal).Take(MostTypes)]);

    /// <summary>Pages that were never touched are zeros, and stay so: to read one would give the process one.</summary>
    private bool Load(RegionPages region, ulong pool)
    {
        var bytes = _window.MoveTo(pool);
        bytes.Clear();
        var first = MemberPages.PageIndex(region, pool);
        var pages = region.Entries.AsSpan(first, bytes.Length / Page.Size);
        for (int page = 0, end; page < pages.Length; page = end + 1)
        {
            for (end = page; end < pages.Length && pages[end].Anonymous; end++)
            {
            }
            _complete &= end == pages.Length || !pages[end].Swapped;
            if (end > page && !member.Memory.TryRead(pool + (ulong)(page * Page.Size), bytes.Slice(page * Page.Size, (end - page) * Page.Size)))
                return false;
        }
        return _pool.Load(_window, pool);
    }

    private void Count()
    {
        foreach (ref readonly var block in _pool.Blocks)
            if (block.Use == BlockUse.Object && _destructors.Find(block.Type) is { } type && IsOpen(type.Open, block))
                CollectionsMarshal.GetValueRefOrAddDefault(_counts, type, out _)++;
    }

    private bool IsOpen(OpenMark mark, in HeapBlock block)
    {
        if (mark == OpenMark.None)
            return true;
        if (!_window.TryWord(block.Object + 16, out var word))
            return false;
        var descriptor = (int)word;
        return mark switch
        {
            OpenMark.Descriptor => descriptor >= 0,
            OpenMark.WritableDescriptor => descriptor > 2 && (word >> 34 & 1) != 0,
            _ => word != 0,
        };
    }
}
