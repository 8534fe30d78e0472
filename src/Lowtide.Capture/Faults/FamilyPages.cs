using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Faults;

/// <summary>
/// Which pages each process has, and shares by a fork, so that a fault can be told to be a copy or new memory: first by the page
/// tables, read before the first fault was watched, then by the forks and faults themselves. A fault does not say whether it was
/// a write, but on a page that a fork shares nothing else faults: to read it is permitted.
/// </summary>
internal sealed class FamilyPages
{
    private readonly Dictionary<int, Pages> _processes = [];

    /// <summary>How many of them share each page.</summary>
    private readonly PageCounts _sharers = new();

    private sealed class Pages
    {
        public PageSet Own { get; } = new();

        public PageSet Shared { get; } = new();
    }

    /// <summary>Empty of what may not be read; then all that is written there counts as new.</summary>
    /// <returns>False where its page tables may not be read.</returns>
    public bool TryRead(int pid, ulong zeroFrame)
    {
        var pages = Anew(pid);
        using var space = AddressSpace.TryOpen(pid);
        if (space is not { HasPages: true })
            return false;
        foreach (var (region, entries) in MemberPages.RegionsOf(space, out _))
            for (var at = 0; at < entries.Count; at++)
                if (entries[at] is { FileOrShared: false } entry && (entry.Swapped || (entry.Present && (zeroFrame == 0 || entry.Frame != zeroFrame))))
                    (entry.Exclusive ? pages.Own : pages.Shared).Add((region.Start / Page.Size) + (ulong)at);
        _sharers.Add(pages.Shared);
        return true;
    }

    /// <summary>One that has nothing yet: a program at its first instruction.</summary>
    public void Begin(int pid) => Anew(pid);

    /// <summary>One whose pages are known.</summary>
    internal void Add(int pid, IEnumerable<ulong> own, IEnumerable<ulong> shared)
    {
        var pages = Anew(pid);
        foreach (var page in own)
            pages.Own.Add(page);
        foreach (var page in shared)
            pages.Shared.Add(page);
        _sharers.Add(pages.Shared);
    }

    /// <summary>From here on parent and child share all that the parent had.</summary>
    public void Fork(int parent, int child)
    {
        if (!_processes.TryGetValue(parent, out var theirs))
            return;
        _sharers.Remove(theirs.Shared);
        theirs.Shared.AddAll(theirs.Own);
        theirs.Own.Clear();
        var pages = Anew(child);
        pages.Shared.AddAll(theirs.Shared);
        _sharers.Add(theirs.Shared);
        _sharers.Add(pages.Shared);
    }

    public void End(int pid)
    {
        if (_processes.Remove(pid, out var pages))
            _sharers.Remove(pages.Shared);
    }

    /// <summary>Null where what is mapped there decides.</summary>
    public FaultKind? Fault(int pid, ulong page)
    {
        if (!_processes.TryGetValue(pid, out var pages))
            return null;
        if (pages.Own.Contains(page))
            return FaultKind.Again;
        if (!pages.Shared.Remove(page))
            return null;
        _sharers.Remove(page);
        pages.Own.Add(page);
        // The last one to write has the page to itself already and gets no copy (do_wp_page in mm/memory.c).
        return _sharers.IsAny(page) ? FaultKind.Copy : FaultKind.Again;
    }

    public void AddNew(int pid, ulong page)
    {
        if (_processes.TryGetValue(pid, out var pages))
            pages.Own.Add(page);
    }

    private Pages Anew(int pid)
    {
        End(pid);
        return _processes[pid] = new Pages();
    }
}
