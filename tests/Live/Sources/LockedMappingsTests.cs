using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Sources;

/// <summary>A process that holds the lock of its mappings for good. Whoever reads its command line waits with it, so that nothing else runs beside.</summary>
[Collection(nameof(Alone))]
public sealed class LockedMappingsTests
{
    /// <summary>A read of such a process waits as long as its file system does; before, Lowtide waited with it, for ever.</summary>
    [Theory]
    [InlineData("ps", "--all")]
    [InlineData("ps", "PID")]
    [InlineData("explain", "PID", "--details")]
    public void A_process_whose_mappings_are_locked_is_left_aside_and_said_to_be(string verb, params string[] words)
    {
        NeedsFuse();
        using var folder = new TempFolder();
        using var target = Target.Start("/usr/bin/python3", [Target.Path("hostile/stalls.py"), folder.Path, "/usr/bin/python3", "lock"]);
        var pid = target.Said.GetProperty("pid").GetInt32();
        var ran = Ran.Lowtide([verb, .. words.Select(word => word == "PID" ? $"{pid}" : word)]);
        Assert.Equal((0, ""), (ran.ExitCode, ran.Errors));
        Assert.Contains($"process {pid} (python3)", ran.Output);
        Assert.Contains("a read of its memory does not come back", ran.Output);
        // The rest is told: what forked it, at least.
        Assert.Contains(verb == "ps" ? $"{target.Pid}" : $"stalls.py, pid {target.Pid}: ", ran.Output);
    }

    /// <summary>Each cost a thread and up to a tenth of a second; of a user who has ten thousand of them, a quarter of an hour.</summary>
    [Fact]
    public void Of_a_crowd_of_them_some_are_asked()
    {
        NeedsFuse();
        using var folder = new TempFolder();
        using var target = Target.Start("/usr/bin/python3", [Target.Path("hostile/stalls.py"), folder.Path, "/usr/bin/python3", "lock-crowd"]);
        var ran = Ran.Lowtide("ps", "--all");
        Assert.Equal((0, ""), (ran.ExitCode, ran.Errors));
        Assert.Matches("process [0-9]+ \\(python3\\) and 15 more: a read of its memory does not come back", ran.Output);
        Assert.Matches("process [0-9]+ \\([^)]*\\) and [0-9]{2,} more: it was not asked", ran.Output);
        // Root's are told all the same.
        Assert.Contains($"{target.Pid}", ran.Output);
    }

    /// <summary>It did so while it was followed: the recorder waited for it, and for good.</summary>
    [Fact]
    public async Task One_that_locks_them_later_does_not_hold_up_a_recorder()
    {
        NeedsFuse();
        using var folder = new TempFolder();
        var mounted = Directory.CreateDirectory(folder.File("mounted")).FullName;
        Assert.Equal(0, Ran.Command(["mkfifo", mounted + ".fifo"]).ExitCode);
        using var target = Target.Start("/usr/bin/python3", [Target.Path("hostile/stalls.py"), mounted, "/usr/bin/python3", "lock-later"]);
        var pid = target.Said.GetProperty("pid").GetInt32();
        var recording = folder.File("x.lowtide");
        // What forked it stays as it is, and is of its family.
        var recorder = Task.Run(() => Ran.Lowtide("record", $"{target.Pid}", "-d", "8s", "--interval", "250ms", "-o", recording));
        while (!recorder.IsCompleted && !(File.Exists(recording) && Ran.Lowtide("explain", recording).ExitCode == 0))
            await Task.Yield();
        File.WriteAllText(mounted + ".fifo", "");
        Assert.Equal(0, (await recorder).ExitCode);
        Assert.Contains($"process {pid} (python3)", Ran.Lowtide("explain", recording, "--details").Output);
    }

    private static void NeedsFuse() => Assert.SkipUnless(
        Environment.UserName == "root" && File.Exists("/dev/fuse"), "only root mounts a FUSE file system, of which this kernel needs a device");
}
