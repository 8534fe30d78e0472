using System.Diagnostics;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Sources;

/// <summary>What a target reserves costs nothing; what it has is found; and nothing that waits is read.</summary>
public sealed class AddressSpaceTests
{
    private const long GiB = 1L << 30, TiB = 1L << 40;

    public static TheoryData<long, int, string[]> Reservations => new()
    {
        { 256 * GiB, 4, [] },
        { 16 * TiB, 2, [] },
        { TiB, 2, ["--no-access"] },
    };

    /// <summary>Once an array as long as the address space: 11 s and 2.4 GB for 256 GiB in four workers, and an overflow for 16 TiB.</summary>
    [Theory, MemberData(nameof(Reservations))]
    public void Reserved_addresses_cost_nothing(long bytes, int workers, string[] more)
    {
        using var target = Reserving(bytes, workers, more);
        var worker = Pids(target)[^1];
        var before = GC.GetAllocatedBytesForCurrentThread();
        using var pages = MemberPages.TryRead(Procfs.Facts(Procfs.Stat(worker)!)!)!;
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.False(pages.NotSearchedThrough);
        // Its mappings take some hundred KiB, whatever it reserves; of its pages at most a sixteenth as much as there are in pieces.
        Assert.InRange(allocated, 0, 8 << 20);
        foreach (var touched in target.Said.GetProperty("touched").EnumerateArray())
            Assert.True(pages.Entries(touched.GetUInt64(), touched.GetUInt64() + Page.Size)[0].Anonymous);
        var ran = Ran.Lowtide("explain", $"{worker}");
        Assert.Equal((0, ""), (ran.ExitCode, ran.Errors));
    }

    /// <summary>Kernels before 6.7 have no scan: what is found there is the same.</summary>
    [Fact]
    public void Without_the_kernels_scan_the_same_is_found()
    {
        using var target = Reserving(GiB, 1, []);
        using var space = AddressSpace.TryOpen(Pids(target)[^1])!;
        using var file = File.OpenHandle($"/proc/{space.Pid}/pagemap");
        var mappings = space.Mappings.Where(PagePurpose.IsOwn).ToList();
        Assert.True(mappings.Count > 20);
        foreach (var mapping in mappings)
        {
            var (searched, left) = (new List<MemoryRange>(), TouchedPages.MostLookedAt);
            Assert.True(TouchedPages.Search(file, mapping.Start, mapping.End, searched, ref left));
            Assert.Equal(space.Touched(mapping, out _), searched);
        }
    }

    [Fact]
    public void Without_the_kernels_scan_the_search_is_bounded()
    {
        using var target = Reserving(16 * TiB, 0, []);
        var at = target.Said.GetProperty("at").GetUInt64();
        using var file = File.OpenHandle($"/proc/{target.Pid}/pagemap");
        var (found, left) = (new List<MemoryRange>(), (ulong)GiB);
        Assert.False(TouchedPages.Search(file, at, at + (16 * (ulong)TiB), found, ref left));
        Assert.Equal(at, Assert.Single(found).Address);
        Assert.InRange(left, 0ul, (ulong)(32 << 20));
    }

    /// <summary>Each verb hung, and beyond kill -9 where the file system's server had the request.</summary>
    [Theory]
    [InlineData("", "ps")]
    [InlineData("", "explain", "--details")]
    [InlineData("", "record", "-d", "1s")]
    [InlineData("", "faults", "-d", "1s")]
    [InlineData("layers", "ps")]
    [InlineData("layers", "explain", "--details")]
    [InlineData("layers", "faults", "-d", "1s")]
    public void A_program_on_a_file_system_that_answers_nothing_is_left_alone(string how, string verb, params string[] options)
    {
        Assert.SkipUnless(
            Environment.UserName == "root" && File.Exists("/dev/fuse"), "only root mounts a FUSE file system, of which this kernel needs a device");
        using var folder = new TempFolder();
        using var target = Target.Start("/usr/bin/python3", [Target.Path("hostile/stalls.py"), folder.Path, "/usr/bin/python3", how]);
        string[] more = verb == "record" ? ["-o", folder.Path + ".lowtide"] : [];
        try
        {
            var pid = target.Said.GetProperty("pid").GetInt32();
            var ran = Ran.Lowtide([verb, $"{pid}", .. options, .. more]);
            Assert.Equal((0, ""), (ran.ExitCode, ran.Errors));
            if (verb == "explain")
                Assert.Contains($"code of process {pid} (python3) on {(how.Length == 0 ? "fuse" : "overlay")}", ran.Output);
        }
        finally
        {
            File.Delete(folder.Path + ".lowtide");
        }
    }

    /// <summary>
    /// Between the look at what is mapped and the read another thing may be mapped there. Such a read nobody can call back, and no signal ends it: the rest
    /// is shown all the same, and whose memory it waits for. That it is met in a few looks shows that the target does what it is to do.
    /// </summary>
    [Fact]
    public async Task A_read_that_does_not_come_back_is_said()
    {
        Assert.SkipUnless(
            Environment.UserName == "root" && File.Exists("/dev/fuse"), "only root mounts a FUSE file system, of which this kernel needs a device");
        using var folder = new TempFolder();
        var pid = 0;
        using var lowtide = new Process();
        lowtide.StartInfo = new ProcessStartInfo(Built.Lowtide) { UseShellExecute = false, RedirectStandardError = true, RedirectStandardOutput = true };
        string? said = null;
        var shown = Task.FromResult("");
        using (var target = Target.Start("/usr/bin/python3", [Target.Path("hostile/stalls.py"), folder.Path, "/usr/bin/python3", "flips"]))
        {
            pid = target.Said.GetProperty("pid").GetInt32();
            lowtide.StartInfo.ArgumentList.Add("explain");
            lowtide.StartInfo.ArgumentList.Add($"{pid}");
            lowtide.StartInfo.ArgumentList.Add("--details");
            for (var look = 0; said is null && look < 50; look++)
            {
                lowtide.Start();
                shown = lowtide.StandardOutput.ReadToEndAsync();
                said = lowtide.StandardError.ReadLine();
            }
        }
        // With the target its file system ends, and with that the wait.
        await lowtide.WaitForExitAsync();
        Assert.StartsWith($"lowtide: a read of process {pid} (python3) still waits; ", said);
        Assert.Equal(0, lowtide.ExitCode);
        Assert.Contains($"process {pid} (python3)", await shown);
    }

    /// <summary>To open a device that a target has mapped, and names, would start its driver.</summary>
    [Fact]
    public void A_device_that_is_mapped_is_not_opened()
    {
        using var target = Target.Start("/usr/bin/python3",
            ["-c", "import mmap, os, sys\nkept = mmap.mmap(os.open('/dev/zero', os.O_RDWR), 4096, flags=mmap.MAP_PRIVATE)\n"
                + "print('{}', flush=True)\nsys.stdin.read()"]);
        var device = Assert.Single(target.Mappings, mapping => mapping.Path == "/dev/zero");
        Assert.Null(MappedFile.TryOpen(target.Pid, device));
    }

    /// <summary>A name says nothing: another file may have taken it, and a link may lead out of where the target lives.</summary>
    [Fact]
    public void The_file_that_is_mapped_is_opened_and_not_what_took_its_name()
    {
        using var folder = new TempFolder();
        var mapped = folder.File("mapped", "of the target".PadRight(4096));
        var other = folder.File("other", "of somebody else".PadRight(4096));
        using var target = Target.Start("/usr/bin/python3",
            ["-c", $"import mmap, os, sys\nkept = mmap.mmap(os.open('{mapped}', os.O_RDONLY), 4096, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)\n"
                + "print('{}', flush=True)\nsys.stdin.read()"]);
        var mapping = Assert.Single(target.Mappings, mapping => mapping.Path == mapped);
        Assert.StartsWith("of the target", Text(target.Pid, mapping));
        File.Delete(mapped);
        File.CreateSymbolicLink(mapped, other);
        // As it was mapped: what the kernel prints now ends in " (deleted)".
        Assert.DoesNotContain("somebody else", Text(target.Pid, mapping) ?? "");
        File.Delete(mapped);
        File.Copy(other, mapped);
        Assert.DoesNotContain("somebody else", Text(target.Pid, mapping) ?? "");
    }

    private static string? Text(int pid, Mapping mapping)
    {
        using var file = MappedFile.TryOpen(pid, mapping);
        var bytes = new byte[32];
        return file is null ? null : System.Text.Encoding.ASCII.GetString(bytes, 0, RandomAccess.Read(file, bytes, 0));
    }

    private static Target Reserving(long bytes, int workers, string[] more) =>
        Target.Start("/usr/bin/python3", [Target.Path("hostile/reserves.py"), $"{bytes}", $"{workers}", .. more]);

    private static List<int> Pids(Target target) => [.. target.Said.GetProperty("pids").EnumerateArray().Select(pid => pid.GetInt32())];
}
