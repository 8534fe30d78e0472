using System.Runtime.InteropServices;
using Lowtide.Capture.Elf.Frames;
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
    private readonly List<FaultStep> _ended = [];
    private readonly List<Unreadable> _missing = [];
    private readonly HashSet<int> _readAgain = [];
    private readonly int _head;
    private readonly int? _master;
    private bool? _collectorKnown;

    public FaultedFamily(Family family, CodeFunctions functions, ChainTree chains)
    {
        _files = new CodeFiles(functions);
        _walker = new StackWalker(functions, chains);
        (_head, _master) = (family.Head.Pid, family.Master?.Pid);
        var zero = Pagemap.ZeroPageFrame();
        foreach (var member in family.Members)
        {
            var role = member == family.Master ? Role.Master : Role.Worker;
            _members[member.Pid] = new FaultingProcess(member.Pid, member.ParentPid, role, Forked: false);
            _living.Add(member.Pid);
            if (!_pages.TryRead(member.Pid, zero))
                _missing.Add(new Unreadable(
                    "faults.shared-before", $"which pages process {member.Pid} ({member.Name}) shared before, so that its copies are taken for new memory",
                    "its page tables may not be read", $"run Lowtide with {MemoryAccess.Capabilities}, or as the target's user"));
            _maps[member.Pid] = ProcessMap.TryRead(member.Pid, _files);
        }
        _collectorKnown = _maps[_head]?.CollectorKnown();
    }

    /// <summary>Whether the collector's code can be told; null where no runtime with one is known. Of a master that was replaced, in both.</summary>
    public bool? IsCollectorKnown()
    {
        var now = MapOf(_head)?.CollectorKnown();
        return _collectorKnown = _collectorKnown is { } before && now is { } known ? before && known : _collectorKnown ?? now;
    }

    public IEnumerable<Unreadable> CouldNotRead()
    {
        foreach (var missing in _missing)
            yield return missing;
        if (IsCollectorKnown() == false)
            yield return new Unreadable(
                "faults.collector", "which faults came through the collector's code", "this Python has no names of its functions and no probes (USDT notes)",
                "a Python that is not stripped, or one built --with-dtrace, as Debian's is");
        if (_files.LeftOut is { } files)
            yield return files;
    }

    public IReadOnlyList<FaultingProcess> Processes() => [.. _members.Values];

    public bool Lives() => _living.Any(pid => Procfs.Stat(pid) is { IsZombie: false });

    public void Name(int thread, string name) => _names[thread] = name;

    public int Walk(in PerfRecord fault)
    {
        // By now, for what has ended by its turn can no longer be asked.
        NameOf(fault.Process, fault.Thread);
        var map = MapOf(fault.Process);
        // A library was loaded since the map was read, of which a program that has just begun has many. Once a round: it may have gone again.
        if (map?.Find(fault.Registers.IsEmpty ? 0 : fault.Registers[CallFrame.ReturnAddress]) is null && _readAgain.Add(fault.Process))
            map?.TryReadAgain();
        return _walker.Walk(fault, map);
    }

    /// <summary>It has become another program: nothing that was mapped is there any more.</summary>
    public void Forget(int process) => _maps.Remove(process);

    /// <returns>Of a fault what it gave; null where that is told later, or of another record.</returns>
    public ToldFault? Apply(FaultStep step)
    {
        switch (step.Kind)
        {
            case PerfRecordKind.Forked:
                Fork(step.Other, step.Process);
                return null;
            case PerfRecordKind.Ended when step.Process != step.Other:
                _ended.Add(step);
                return null;
            case PerfRecordKind.Ended:
                _ended.Add(step);
                _pages.End(step.Process);
                _living.Remove(step.Process);
                return null;
            case PerfRecordKind.Named when step.Process == _master:
                // A server that reloads by exec, as uWSGI does, stays who it is; its memory is all new.
                _pages.Begin(step.Process);
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

    /// <summary>Faults in mappings that were not known: looks at the mappings again. Lets go of what has ended.</summary>
    public IReadOnlyList<ToldFault> Settle()
    {
        foreach (var pid in _unsettled.Select(step => step.Process).Distinct())
            _maps.GetValueOrDefault(pid)?.TryReadAgain();
        var settled = _unsettled.Select(step => Tell(step, last: true)).OfType<ToldFault>().ToList();
        _unsettled.Clear();
        foreach (var step in _ended)
        {
            _names.Remove(step.Other);
            if (step.Process == step.Other && step.Process != _head)
                _maps.Remove(step.Process);
        }
        _ended.Clear();
        _readAgain.Clear();
        return settled;
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
        _strangers.Remove(child); // a number that another had before
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
