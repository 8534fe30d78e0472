using System.Diagnostics;
using Lowtide.Analysis.Causes;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.Launch;

/// <summary>An idle copy of the master from before its first fork says what workers inherited, though the master writes on.</summary>
public sealed class KeeperTests
{
    private static readonly (string, string) Kit = ("PYTHONPATH", Built.PythonKit), Keeper = ("LOWTIDE_KEEPER", "1");

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Reads_are_told_under_a_master_that_writes_on(string python)
    {
        Assert.SkipWhen(python.Length == 0 || python.EndsWith('d'), "no CPython 3.8 or later on this machine whose objects are told");
        foreach (var kept in new[] { true, false })
        {
            using var target = Target.Start(python, [Target.Path("keeps_on.py")], kept ? [Kit, Keeper] : [Kit]);
            var family = Look.At(target.Pid).Family;
            Assert.Equal(target.WorkerPids(), family.Workers.Select(worker => worker.Process.Pid));
            Assert.Equal(kept, family.Keeper is not null);
            foreach (var (worker, truth) in family.Workers.Zip(target.Told("copied_bytes")))
            {
                Assert.True(truth > 8 << 20, $"the worker copied only {truth} bytes: it tests nothing");
                var read = CopiedByCause.Of(family, worker)!.BytesOf(CopyCause.ReferenceCount);
                if (kept)
                    Assert.InRange(read, 0.9 * truth, truth);
                else
                    Assert.InRange(read, 0, 0.6 * truth); // what the master wrote to is a little under half
            }
        }
    }

    /// <summary>Whoever took one of the names of the kit's copies was shown by no verb.</summary>
    [Theory]
    [InlineData("lowtide-keeper")]
    [InlineData("lowtide-cycles")]
    public void A_name_alone_hides_nobody(string name)
    {
        using var stranger = Target.Start("python3", ["-c", $"""
            import ctypes, os
            ctypes.CDLL(None).prctl(15, b"{name}", 0, 0, 0)
            if os.fork() == 0:
                os.read(0, 1)
                os._exit(0)
            os.write(1, b"{"{}"}\n")
            os.read(0, 1)
            """]);
        var family = Look.At(stranger.Pid).Family;
        Assert.Equal((name, 1), (family.Name, family.Workers.Count));
        Assert.Null(family.Keeper);
        Assert.Contains($"{stranger.Pid}  {name}", Ran.Lowtide("ps").Output);
    }

    /// <summary>A parent that notes its own child as the kit's copy of itself: no verb showed such a child.</summary>
    [Theory]
    [InlineData("lowtide-keeper")]
    [InlineData("lowtide-cycles")]
    public void A_note_hides_nobody_from_whoever_asks_for_all(string name)
    {
        using var stranger = Target.Start("python3", ["-c", $$"""
            import ctypes, json, mmap, os
            child = os.fork()
            if child == 0:
                ctypes.CDLL(None).prctl(15, b"{{name}}", 0, 0, 0)
                os.read(0, 1)
                os._exit(0)
            sheet = mmap.mmap(-1, 17 * 4096)
            sheet.write(b"lowtide-notes 1\ncopy\t%d\t1.5\t%d\n" % (os.getpid(), child))
            while open("/proc/%d/comm" % child).read().strip() != "{{name}}":
                pass
            os.write(1, json.dumps({"child": child}).encode() + b"\n")
            os.read(0, 1)
            """]);
        var child = stranger.Said.GetProperty("child").GetInt32();
        Assert.DoesNotContain($"{child}", Ran.Lowtide("ps").Output);
        var all = Ran.Command([Built.Lowtide, "ps", "--all"], ("COLUMNS", "300"));
        Assert.Matches($@"(?m)^ *{child} +{name} .*the kit's copy of {stranger.Pid}", all.Output);
        Assert.Contains($"{child}", Ran.Lowtide("ps", $"{child}").Output);
    }

    [Fact]
    public void It_holds_nothing_and_ends_with_the_master()
    {
        Assert.SkipWhen(Said.AnyPython.Length == 0, "no CPython 3.8 or later on this machine");
        Process keeper;
        using (var target = Target.Start(Said.AnyPython, [Target.Path("keeps_on.py")], Kit, Keeper))
        {
            keeper = Process.GetProcessById(Look.At(target.Pid).Family.Keeper!.Process.Pid);
            Assert.Empty(Directory.EnumerateFileSystemEntries($"/proc/{keeper.Id}/fd"));
        }
        using (keeper)
            Assert.True(keeper.WaitForExit(TimeSpan.FromSeconds(10)));
    }

    [Fact]
    public void A_master_that_waits_for_any_child_does_not_meet_it()
    {
        Assert.SkipWhen(Said.AnyPython.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(Said.AnyPython, [Target.Path("keeps_on.py"), "wait"], Kit, Keeper);
        Assert.Equal(1, target.Said.GetProperty("ended").GetInt32());
    }

    [Fact]
    public void There_is_none_in_uwsgi()
    {
        var ran = Ran.Lowtide("run", "--keeper", "--", "uwsgi", "--ini", "app.ini");
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("--before", ran.ErrorLine);
    }
}
