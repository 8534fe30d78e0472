using System.Globalization;
using System.Numerics;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Faults;

/// <summary>Page faults cannot be watched; says why, and what would permit it.</summary>
public sealed class FaultsRefusedException(Unreadable why) : Exception($"{why.What}: {why.Why}")
{
    public Unreadable Refused { get; } = why;
}

/// <summary>The open events of a family: one for each thread and CPU, and a ring for each CPU that all threads write to. Threads
/// and processes that start later come in by inheritance.</summary>
internal sealed class FaultEvents : IDisposable
{
    public const string What = "page faults";

    /// <summary>Of all rings together.</summary>
    private const int RoomBytes = 64 << 20;

    /// <summary>What a plain user gets for each CPU (kernel.perf_event_mlock_kb, 516), and less than which holds no burst.</summary>
    private const int LeastBytes = 128 << 10, MostBytes = 32 << 20;

    private readonly List<PerfEvent> _events = [];
    private readonly List<PerfRing> _rings = [];
    private readonly List<PerfEvent> _owners = [];
    private readonly HashSet<int> _threads = [];
    private PageFaultEvent _what;

    private FaultEvents(PageFaultEvent what) => _what = what;

    public IReadOnlyList<PerfRing> Rings => _rings;

    /// <summary>Whether faults inside the kernel are seen too.</summary>
    public bool InKernel => _what.Kernel;

    /// <exception cref="FaultsRefusedException">The kernel refuses.</exception>
    /// <returns>Null if all of the family had ended.</returns>
    public static FaultEvents? Open(Family family, int every, int stackBytes)
    {
        MustFit(family);
        var events = new FaultEvents(new PageFaultEvent(every, stackBytes, Kernel: true));
        try
        {
            // A thread may start others while its fellows are opened: those are looked for once more.
            for (var round = 0; round < 3 && events.AddThreads(family); round++)
            {
            }
            if (events._rings.Count > 0)
                return events;
        }
        catch
        {
            events.Dispose();
            throw;
        }
        events.Dispose();
        return null;
    }

    /// <returns>Whether there were any that were not open yet.</returns>
    private bool AddThreads(Family family)
    {
        var any = false;
        foreach (var member in family.Members)
            foreach (var thread in Threads(member.Pid))
                if (_threads.Add(thread))
                    any |= Add(thread);
        return any;
    }

    /// <summary>Before the first is open: thousands take their time, and the target's faults theirs.</summary>
    /// <exception cref="FaultsRefusedException">They would be more than may be open.</exception>
    private static void MustFit(Family family)
    {
        var (threads, cpus) = (family.Members.Sum(member => Threads(member.Pid).Count()), Cpus().Count);
        var wanted = ((long)threads * cpus) + OpenFiles.Others;
        if (OpenFiles.Limit() is not { } most || wanted <= most)
            return;
        var fit = Math.Max(0, most - OpenFiles.Others) / cpus;
        throw new FaultsRefusedException(new Unreadable("faults.events", What,
            string.Create(CultureInfo.InvariantCulture,
                $"its {threads:N0} threads take a file descriptor for each of {cpus} CPUs, {wanted:N0} with Lowtide's own, and {most:N0} may be open"),
            string.Create(CultureInfo.InvariantCulture,
                $"raise that to {wanted} (ulimit -n {wanted}; as root ulimit -Hn first), or start it with fewer threads: {fit:N0} fit")));
    }

    private static IEnumerable<int> Threads(int pid)
    {
        try
        {
            return [.. Directory.EnumerateDirectories($"/proc/{pid}/task").Select(path => int.Parse(Path.GetFileName(path), CultureInfo.InvariantCulture))];
        }
        catch (IOException)
        {
            return [];
        }
    }

    private bool Add(int thread)
    {
        foreach (var (at, cpu) in Cpus().Index())
        {
            if (Open(thread, cpu) is not { } opened)
                return false;
            _events.Add(opened);
            if (at < _rings.Count)
                opened.TryWriteTo(_owners[at]);
            else
            {
                _rings.Add(Map(opened));
                _owners.Add(opened);
            }
        }
        return true;
    }

    private PerfEvent? Open(int thread, int cpu)
    {
        var opened = PerfEvent.TryOpen(thread, cpu, _what, out var error);
        if (opened is null && _what.Kernel && PerfRefusal.IsOfPermission(error))
        {
            _what = _what with { Kernel = false };
            opened = PerfEvent.TryOpen(thread, cpu, _what, out error);
        }
        return opened is not null || error == PerfRefusal.NoProcess ? opened : throw Refused(error);
    }

    private static PerfRing Map(PerfEvent owner)
    {
        var error = 0;
        var most = Math.Clamp((int)BitOperations.RoundUpToPowerOf2((uint)(RoomBytes / Cpus().Count)), LeastBytes, MostBytes);
        for (var bytes = most; bytes >= LeastBytes; bytes /= 2)
            if (owner.TryMap(bytes, out error) is { } ring)
                return ring;
        throw PerfRefusal.IsOfPermission(error)
            ? new FaultsRefusedException(new Unreadable(
                "faults.events", What, "no room for their records may be locked: others of this user have taken kernel.perf_event_mlock_kb",
                "end their perf sessions, or run Lowtide with CAP_PERFMON and CAP_IPC_LOCK (sudo)"))
            : Refused(error);
    }

    private static FaultsRefusedException Refused(int error)
    {
        var (why, mend) = PerfRefusal.Of(error);
        return new FaultsRefusedException(new Unreadable("faults.events", What, why, mend));
    }

    /// <summary>"0-3,6" of /sys/devices/system/cpu/online.</summary>
    private static List<int> Cpus() =>
    [
        .. (ProcFile.TryReadText("/sys/devices/system/cpu/online") ?? "0").Trim().Split(',')
            .Select(range => Array.ConvertAll(range.Split('-'), number => int.Parse(number, CultureInfo.InvariantCulture)))
            .SelectMany(range => Enumerable.Range(range[0], range[^1] - range[0] + 1)),
    ];

    public void Start() => _events.ForEach(one => one.Start());

    public void Stop() => _events.ForEach(one => one.Stop());

    /// <summary>Faults that the kernel counted, with those whose records were lost; null where one could not be read.</summary>
    public long? Count() => _events.Aggregate((long?)0, (sum, one) => sum + one.Count());

    public void Dispose()
    {
        foreach (var ring in _rings)
            ring.Dispose();
        foreach (var one in _events)
            one.Dispose();
    }
}
