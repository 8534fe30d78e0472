using System.Text;
using Lowtide.Capture.CPython;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Kits;
using Lowtide.Capture.Machine;
using Lowtide.Capture.Requests;
using Lowtide.Capture.Sources;
using Lowtide.Recordings.Storage;

namespace Lowtide.Tests.Pure.Mutations;

/// <summary>What stands under /proc, in the kits' sheets and in the kernel's ring of faults, as nobody wrote it: it is told, or nothing is.</summary>
public sealed class MutatedTextsTests : IDisposable
{
    private const int Sample = 200;

    private const string Stat = "4711 (my (app) x) S 4242 4711 4711 0 -1 4194560 1243 0 3 0 11 7 5 2 20 0 7 0 461532 14581760 2331 18446744073709551615 "
        + "4321280 7138889 140720705671344 0 0 0 0 16781318 0 1 0 0 17 0 0 0 0 0 0 9702856 10210160 41095168 140720705673000 140720705673100 "
        + "140720705673100 140720705675232 0\n";

    private const string Status =
        "Name:\tpython3\nUmask:\t0022\n"
        + "State:\tS (sleeping)\nTgid:\t4711\nUid:\t1000\t1001\t1002\t1003\nNSpid:\t4711\t12\nVmSwap:\t       0 kB\nThreads:\t3\n";

    private const string Maps =
        "55d0c0a00000-55d0c0a6c000 r--p 00000000 08:01 1311 /usr/bin/python3.11\n55d0c0a6c000-55d0c0d00000 r-xp 0006c000 08:01 1311 /usr/bin/python3.11\n"
        + "55d0c2000000-55d0c2100000 rw-p 00000000 00:00 0                          [heap]\n7f0000000000-7f0000400000 rw-p 00000000 00:00 0 \n"
        + "7f0000400000-7f0000401000 ---p 00000000 00:00 0 \n7f0000500000-7f0000600000 rw-s 00000000 00:05 77  /dev/zero (deleted)\n"
        + "7f0000700000-7f0000800000 r--p 00000000 00:21 99                         /srv/a\\012b (deleted)\n"
        + "7ffd00000000-7ffd00021000 rw-p 00000000 00:00 0                          [stack]\n"
        + "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]\n";

    private const string Mounts = "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n30 22 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"
        + "31 25 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n32 25 0:28 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";

    private const string Sockets =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        + "   0: 0100007F:1F40 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0000000000000000 100 0 0 10 0\n"
        + "   1: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 9 1\n";

    private const string UnixSockets = "Num       RefCount Protocol Flags    Type St Inode Path\n"
        + "0000000000000000: 00000002 00000000 00010000 0001 01 3171846 /tmp/dotnet-diagnostic-711-3345678-socket\n";

    private const string Machine = "cpu  10 20 30 40 5 6 7 8 9 0\ncpu0 5 10 15 20 2 3 3 4 4 0\ncpu1 5 10 15 20 3 3 4 4 5 0\nintr 1\npswpin 7\npswpout 8\n"
        + "workingset_refault_file 9\nsome avg10=0.00 avg60=0.00 avg300=0.00 total=123\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=45\n"
        + "MemTotal:       16316412 kB\nMemFree:         1 kB\nMemAvailable:    9 kB\nBuffers: 1 kB\nCached: 2 kB\nSwapTotal: 3 kB\nSwapFree: 4 kB\n"
        + "   8       0 sda 1 2 3 4 5 6 7 8 9 10 11\nMax open files            1024                 1048576              files\n";

    private const string Notes = "remedy\t7\t1.5\tcpython.gc-threshold-0\ton\nremedy\t7\t1.5\tcpython.x\tnot on\tImportError\tx\n"
        + "call\t9\t3.250\tgc.enable\t\t/a.py:1 f\n"
        + "once\t7\t2.5\twarmed\t0.250\ncycles\t7\t1.5\t4096\t12\t0.02\tdict=40\tlist=3\ntrim\t7\t1.5\t0.01\t8192\ncopy\t7\t1.5\t12\nsetting\ta\tb\n";

    private const string Ruby = "stat\t7\t1700000000.25\tcount=9\tmajor_gc_count=2\tnone\todd=x\npool\t0\tslot_size=40\theap_eden_pages=3\n"
        + "walk\tab12\t0.0425\tT_STRING=4096\tTOTAL=8192\nfailed\tab12\tLoadError: no\n";

    private const string Log = "127.0.0.1 - - [26/Nov/2026:10:00:01 +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"hey\" 0.125\n"
        + "1795687202.5 GET / 0.25\n127.0.0.1 - - [26/Nov/2026:10:00:03 +0000] \"GET / HTTP/1.1\" 200 5 1250\n";

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Of_a_process() => Judged.All("/proc texts of a process", Sample, 10_000, random =>
    {
        switch (random.Next(5))
        {
            case 0:
                _ = ProcessStat.Parse(MutatedText.Of(Stat, random)) is { IsZombie: false, RssBytes: 0, HasLostItsMainThread: true };
                break;
            case 1:
                var status = MutatedText.Of(Status, random);
                foreach (var key in (string[])["Uid", "NSpid", "Tgid", "VmSwap", ""])
                    Procfs.ValueOf(key, status);
                Procfs.BytesOf("VmSwap", status);
                break;
            case 2:
                Procfs.ParseSettings(MutatedText.Of("PATH=/bin\0PYTHONMALLOC=malloc\0MALLOC_ARENA_MAX=2\0LANG=\0", random));
                break;
            default:
                Mapped(Encoding.UTF8.GetBytes(MutatedText.Of(Maps, random)), random);
                break;
        }
    });

    [Fact]
    public void Of_groups_mounts_and_sockets() => Judged.All("/proc texts of groups and sockets", Sample, 10_000, random =>
    {
        switch (random.Next(3))
        {
            case 0:
                Judged.Walk(ListeningSockets.Listeners(MutatedText.Of(Sockets, random)));
                break;
            case 1:
                var sockets = MutatedText.Of(UnixSockets, random);
                DiagnosticPort.PathsOf(sockets, 711, 3345678);
                foreach (var inode in PortOwner.Listening(sockets, "/tmp/dotnet-diagnostic-711-3345678-socket"))
                    PortOwner.IsTwice(sockets, inode);
                break;
            default:
                var membership = MutatedText.Of("5:cpu,cpuacct:/other\n4:memory:/docker/abc\n0::/app\n", random);
                if (Cgroups.Locate(membership, MutatedText.Of(Mounts, random), random.Next(2) == 0 ? "memory" : "cpu") is not { } place)
                    break;
                Cgroups.Read(place, _ => MutatedText.Of("1000\ninactive_file 300\ntotal_inactive_file 400\n", random));
                CpuQuotas.Read(place, _ => MutatedText.Of("nr_periods 7\nnr_throttled 3\n", random)).Since(CpuQuotas.None);
                break;
        }
    });

    [Fact]
    public void Of_the_machine() => Judged.All("/proc texts of the machine", Sample, 5_000, random =>
    {
        var text = MutatedText.Of(Machine, random);
        CpuTimes.Parse(text);
        PagingCounts.Parse(text);
        PressureTotals.Parse(text);
        Meminfo.Parse(text);
        OpenFiles.Limit(text);
        if (DiskTimes.Parse(text) is { } disks)
            disks.BusiestSince(DiskTimes.Parse(Machine)!);
        ThermalThrottling.Milliseconds(path => path.Contains("cpu3/") ? null : text);
        CPythonVersion.FromBanner(Encoding.UTF8.GetBytes(MutatedText.Of("3.11.7 (main, Jan  1 2026)", random)));
        CPythonVersion.FromFileName(MutatedText.Of("libpython3.11.so.1.0", random));
    });

    [Fact]
    public void Of_the_kits() => Judged.All("sheets of the kits", Sample, 5_000, random =>
    {
        KitNotesReader.Parse([MutatedText.Of(Notes, random), MutatedText.Of(Notes, random)]);
        RubyKitReader.Parse(MutatedText.Of(Ruby, random), 7);
    });

    [Fact]
    public void Access_logs() => Judged.All("access logs", Sample, 2_000, random =>
    {
        var path = _folder.File("access.log", MutatedText.Of(random.Next(3) == 0 ? "end,seconds\n1795687202.5,0.25\n1795687203,1\n" : Log, random));
        try
        {
            AccessLog.Read(path, new DateTimeOffset(2026, 11, 26, 10, 0, 0, TimeSpan.Zero), 60);
        }
        catch (RecordingException refused)
        {
            throw new Failure(refused.Message);
        }
    });

    [Fact]
    public void Records_of_the_ring_of_faults() => Judged.All("records of the ring of faults", Sample, 5_000, random =>
    {
        var record = new byte[8 + (random.Next(1, 30) * 8)];
        random.NextBytes(record);
        BitConverter.TryWriteBytes(record, (uint)random.Next(1, 11));
        if (random.Next(2) == 0 && record.Length > 56)
            BitConverter.TryWriteBytes(record.AsSpan(40), (ulong)random.Next(3));
        var cut = record.AsSpan(0, random.Next(3) == 0 ? random.Next(record.Length) : record.Length);
        var parsed = PerfRecord.Parse(cut, new ulong[17]);
        _ = (parsed.Name?.Length, parsed.Stack.Length, parsed.Registers.Length);
    });

    private static void Mapped(byte[] text, Random random)
    {
        var mappings = Mapping.ParseAll(text);
        foreach (var mapping in mappings)
            _ = (mapping.FilePath, mapping.FileName.Length, mapping.IsKernels, mapping.IsHugePages, mapping.Length, mapping.IsBehindGuard(mappings[0]));
        Judged.Walk(Mapping.OfFiles(mappings));
        for (var look = 0; look < 10; look++)
            Mapping.IndexOf(mappings, (ulong)random.NextInt64());
        Judged.Walk(Lowtide.Capture.Malloc.BreakHeap.Of(mappings));
    }
}
