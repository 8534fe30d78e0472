using System.Runtime.InteropServices;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Faults;

/// <summary>A record, small enough to wait for its turn: rings of several CPUs are read one after the other.</summary>
/// <param name="Other">The thread; of a fork the parent.</param>
/// <param name="Chain">Of a fault, a node of the tree.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct FaultStep(long Time, PerfRecordKind Kind, int Process, int Other, ulong Address, int Chain);

/// <summary>A fault of which is told what it gave.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct ToldFault(int Process, string Thread, int Chain, FaultKind Kind);

/// <summary>The processes of a family while their faults are watched: what is mapped in them, which pages they have, their names.</summary>
internal sealed class FaultedFamily : IDisposable
{
    /// <summary>A longer list of faults in mappings that are not known yet would be of a target that runs away.</summary>
    private const int MostUnsettled = 1 << 20;

    private readonly CodeFiles _files;
    private readonly StackWalker _walker;
    private readonly FamilyPages _pages = new();
    private readonly Dictionary<int, FaultingProcess> _members = [];
    private readonly Dictionary<int, ProcessMap?> _maps = [];
    private readonly Dictionary<int, string> _names = [];
    private readonly HashSet<int> _strangers = [];
    private readonly HashSet<int> _living = [];
    private readonly List<FaultStep> _unsettled = [];
    private readonly List<Unreadable> _missing = [];
    private readonly int _head;

    public FaultedFamily(Family family, CodeFunctions functions, ChainTree chains)
    {
        _files = new CodeFiles(functions);
        _walker = new StackWalker(functions, chains);
        _head = family.Head.Pid;
        var zero = Pagemap.ZeroPageFrame();
        foreach (var member in family.Members)
        {
            var role = member == family.Master ? Role.Master : Role.Worker;
            _members[member.Pid] = new FaultingProcess(member.Pid, member.ParentPid, role, Forked: false);
            _living.Add(member.Pid);
            if (!_pages.TryRead(member.Pid, zero))
                _missing.Add(new Unreadable(
                    $"which pages process {member.Pid} ({member.Name}) shared before, so that its copies are taken for new memory",
                    "its page tables may not be read", $"run Lowtide with {MemoryAccess.Capabilities}, or as the target's user"));
            _maps[member.Pid] = ProcessMap.TryRead(member.Pid, _files);
        }
        CollectorKnown = _maps[_head]?.CollectorKnown();
        if (CollectorKnown == false)
            _missing.Add(new Unreadable(
                "which faults came through the collector's code", "this Python has no names of its functions and no probes (USDT notes)",
                "a Python that is not stripped, or one built --with-dtrace, as Debian's is"));
    }

    /// <summary>Whether the collector's code can be told; null where no runtime with one is known.</summary>
    public bool? CollectorKnown { get; }

    public IReadOnlyList<Unreadable> CouldNotRead => _missing;

    public IReadOnlyList<FaultingProcess> Processes() => [.. _members.Values];

    public bool Lives() => _living.Any(pid => Procfs.Stat(pid) is { IsZombie: false });

    public void Name(int thread, string name) => _names[thread] = name;

    public int Walk(in PerfRecord fault)
    {
        // By now, for what has ended by its turn can no longer be asked.
        NameOf(fault.Process, fault.Thread);
        return _walker.Walk(fault, MapOf(fault.Process));
    }

    /// <returns>Of a fault what it gave; null where that is told later, or of another record.</returns>
    public ToldFault? Apply(FaultStep step)
    {
        switch (step.Kind)
        {
            case PerfRecordKind.Forked:
                Fork(step.Other, step.Process);
                return null;
            case PerfRecordKind.Ended:
                _pages.End(step.Process);
                _living.Remove(step.Process);
                return null;
            case PerfRecordKind.Named:
                // Another program from here on: no member any more, and what it touches is not the family's.
                _strangers.Add(step.Process);
                _members.Remove(step.Process);
                _pages.End(step.Process);
                _living.Remove(step.Process);
                return null;
            case PerfRecordKind.Fault when !_strangers.Contains(step.Process):
                return Tell(step, last: false);
            default:
                return null;
        }
    }

    /// <summary>Faults in mappings that were not known: looks at the mappings again.</summary>
    public IEnumerable<ToldFault> Settle(bool last)
    {
        if (_unsettled.Count == 0)
            yield break;
        foreach (var pid in _unsettled.Select(step => step.Process).Distinct())
            _maps.GetValueOrDefault(pid)?.TryReadAgain();
        foreach (var step in _unsettled)
            if (Tell(step, last: true) is { } told)
                yield return told;
        _unsettled.Clear();
    }

    private ToldFault? Tell(FaultStep step, bool last)
    {
        var page = step.Address / Page.Size;
        if (!_members.ContainsKey(step.Process))
            Adopt(step.Process);
        if (_pages.Fault(step.Process, page) is { } kind)
            return Told(step, kind);
        if (MapOf(step.Process)?.Find(step.Address) is { } mapping)
        {
            if (!mapping.IsAnonymous)
                return Told(step, FaultKind.File);
            _pages.AddNew(step.Process, page);
            return Told(step, FaultKind.New);
        }
        if (last || _unsettled.Count == MostUnsettled)
            return Told(step, FaultKind.Unknown);
        _unsettled.Add(step);
        return null;
    }

    private ToldFault Told(FaultStep step, FaultKind kind) => new(step.Process, NameOf(step.Process, step.Other), step.Chain, kind);

    private void Fork(int parent, int child)
    {
        if (_strangers.Contains(parent))
        {
            _strangers.Add(child);
            return;
        }
        _strangers.Remove(child);
        _members[child] = new FaultingProcess(child, parent, Role.Worker, Forked: true);
        _living.Add(child);
        _pages.Fork(parent, child);
    }

    /// <summary>One whose fork was not seen: its record was lost, or it was forked while the watch began.</summary>
    private void Adopt(int pid)
    {
        var parent = Procfs.Stat(pid)?.ParentPid is { } known && _members.ContainsKey(known) ? known : _head;
        Fork(parent, pid);
    }

    /// <summary>Of a worker that has ended already, its master's stands in: a fork has the same code at the same places.</summary>
    private ProcessMap? MapOf(int pid)
    {
        if (!_maps.TryGetValue(pid, out var map))
            _maps[pid] = map = ProcessMap.TryRead(pid, _files) ?? _maps.GetValueOrDefault(_head);
        return map;
    }

    private string NameOf(int process, int thread)
    {
        if (!_names.TryGetValue(thread, out var name))
            _names[thread] = name = ProcFile.TryReadText($"/proc/{process}/task/{thread}/comm")?.TrimEnd('\n')
                ?? (thread == _head ? "" : NameOf(_head, _head));
        return name;
    }

    public void Dispose() => _files.Dispose();
}
