using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Capture;

/// <summary>Which processes are a family, and what happens to those that cannot be looked at.</summary>
public sealed class FamiliesTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(70)]
    public void A_master_and_all_of_its_workers(int workers)
    {
        using var target = Said.StartAny("many_workers.py", $"{workers}");
        var look = Look.At(target.Pid);
        Assert.Equal(target.Pid, look.Family.Master?.Process.Pid);
        // As a set: of two that were forked within a clock tick the kernel does not tell which came first, and pids begin anew.
        Assert.Equal(target.WorkerPids().Order(), look.Family.Workers.Select(worker => worker.Process.Pid).Order());
        Assert.Equal(workers == 0 ? [target.Pid] : target.WorkerPids().Order(), look.Family.Serving.Select(member => member.Process.Pid).Order());
        Assert.Empty(look.Recording.CouldNotRead);
        // Sleeping workers share everything but what the interpreter itself wrote after the fork.
        Assert.All(target.WorkerPids(), pid => Assert.InRange(look.Tally(pid).InheritedSharedBytes, 3 << 20, long.MaxValue));
        Assert.All(target.WorkerPids(), pid => Assert.InRange(look.Tally(pid).CopiedBytes + look.Tally(pid).UndecidedBytes, 0, Look.Slack));
    }

    [Fact]
    public void A_worker_leads_to_its_family_too()
    {
        using var target = Said.StartAny("many_workers.py", "2");
        Assert.Equal(target.Pid, FamilyLookup.Find($"{target.WorkerPids()[1]}").Master?.Pid);
    }

    /// <summary>The program that started the target is its parent too, but it was executed and not forked.</summary>
    [Fact]
    public void Who_executed_it_is_no_member()
    {
        using var target = Said.StartAny("many_workers.py", "1");
        Assert.DoesNotContain(FamilyLookup.All(), family =>
            family.Members.Any(member => member.Pid == target.Pid) && family.Members.Count() != 2);
    }

    [Fact]
    public void Workers_whose_master_died_are_one_family_still()
    {
        using var target = Said.StartAny("orphans.py");
        target.WaitForEnd();
        var (sleeping, reading) = (target.WorkerPids()[0], target.WorkerPids()[1]);
        var look = Look.At(sleeping);
        Assert.Null(look.Family.Master);
        Assert.Equal([sleeping, reading], look.Family.Workers.Select(worker => worker.Process.Pid).Order());
        // The master's frames are gone with it: what only one still has may be inherited or new, and nobody can tell.
        var copied = target.Workers().Last().GetProperty("copied_bytes").GetInt64();
        Assert.InRange(look.Tally(reading).UndecidedBytes, copied - Look.Slack, copied + Look.Slack);
        Assert.InRange(look.Tally(sleeping).UndecidedBytes, copied - Look.Slack, copied + Look.Slack);
        Assert.InRange(look.Tally(reading).InheritedSharedBytes, 3 << 20, long.MaxValue);
        Assert.InRange(look.Tally(reading).CopiedBytes, 0, Look.Slack);
    }

    [Fact]
    public void A_family_in_a_pid_namespace_of_its_own_keeps_its_inner_pids()
    {
        string[] unshare = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
        Assert.SkipWhen(Said.AnyPython.Length == 0, "no CPython 3.8 or later on this machine");
        Assert.SkipUnless(Ran.Command([.. unshare, "true"]).ExitCode == 0, "unshare --pid is not permitted here");
        using var target = Target.Start(unshare[0], [.. unshare[1..], Said.AnyPython, Target.Path("many_workers.py"), "2"]);
        var master = Assert.Single(Procfs.Pids(), pid => Procfs.Stat(pid)?.ParentPid == target.Pid);
        var look = Look.At(master);
        Assert.Equal(1, look.Family.Master?.Process.NamespacePid);
        Assert.Equal(target.WorkerPids(), look.Family.Workers.Select(worker => worker.Process.NamespacePid!.Value));
        Assert.All(look.Family.Workers, worker => Assert.InRange(worker.Census!.Tally.InheritedSharedBytes, 3 << 20, long.MaxValue));
    }

    [Fact]
    public void A_thread_leads_to_its_process()
    {
        using var target = Said.StartAny("odd_processes.py");
        var thread = target.Said.GetProperty("thread").GetInt32();
        Assert.NotEqual(target.Pid, thread);
        Assert.Equal(target.Pid, FamilyLookup.Find($"{thread}").Head.Pid);
    }

    [Fact]
    public void A_zombie_is_no_target_and_no_member()
    {
        using var target = Said.StartAny("odd_processes.py");
        var zombie = target.Said.GetProperty("zombie").GetInt32();
        Assert.Contains("(a zombie)", Assert.Throws<NoSuchTargetException>(() => FamilyLookup.Find($"{zombie}")).Message);
        Assert.DoesNotContain(FamilyLookup.Find($"{target.Pid}").Members, member => member.Pid == zombie);
    }

    [Fact]
    public void A_kernel_thread_is_no_target()
    {
        var thread = Procfs.Pids().Select(Procfs.Stat).FirstOrDefault(stat => stat is { IsKernelThread: true });
        Assert.SkipWhen(thread is null, "no kernel thread is visible in this container");
        Assert.Contains("kernel thread", Assert.Throws<NoSuchTargetException>(() => FamilyLookup.Find($"{thread.Pid}")).Message);
    }

    /// <summary>Looks meet workers at every point of their short lives; none of them is an error.</summary>
    [Fact]
    public void Members_that_end_in_mid_look_are_left_out()
    {
        using var target = Said.StartAny("short_lived.py");
        var (met, read) = (0, 0);
        for (var number = 0; number < 60 || (number < 600 && (met == read || read == 0)); number++)
        {
            var family = FamilyLookup.Find($"{target.Pid}");
            Assert.Equal(target.Pid, family.Master?.Pid);
            var capture = FamilyCapture.Take(family, new CaptureOptions(Census: true), TimeProvider.System, CancellationToken.None);
            Assert.Equal(target.Pid, capture?.Snapshot.Master?.Process.Pid);
            met += family.Workers.Count;
            read += capture!.Snapshot.Workers.Count(worker => worker.Census is { Tally.InheritedBytes: > 0 });
        }
        Assert.True(met > read && read > 0, $"of {met} workers that were met {read} could be read: the test met no end, or no life");
    }

    [Fact]
    public void A_family_that_has_gone_is_no_capture()
    {
        Family family;
        using (var target = Said.StartAny("many_workers.py", "2"))
            family = FamilyLookup.Find($"{target.Pid}");
        // Its workers end with the same input as the master, but nobody has waited for them yet.
        while (family.Workers.Any(worker => Procfs.Stat(worker.Pid) is { IsZombie: false } now && now.StartTicks == worker.StartTicks))
            Thread.Yield();
        Assert.Null(FamilyCapture.Take(family, new CaptureOptions(Census: true), TimeProvider.System, CancellationToken.None));
    }
}
