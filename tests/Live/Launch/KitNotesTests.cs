using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Capture.Families;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Launch;

/// <summary>What the kit notes inside a process is read from outside.</summary>
public sealed class KitNotesTests
{
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Who_turned_the_collector_on_is_named(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(python, [Target.Path("turns_on.py")], ("PYTHONPATH", Built.PythonKit));
        var family = Look(target.Pid);
        var worker = Assert.Single(family.Workers);

        // A thousand calls from one place are one note; the master's own are in both, for the worker inherited them.
        var calls = worker.Notes!.CollectorCalls;
        var enable = Assert.Single(calls, call => call.Function == "gc.enable");
        Assert.Equal(worker.Process.Pid, enable.ProcessId);
        Assert.Matches(@"turns_on\.py:\d+ pack$", enable.Chain[0]);
        Assert.Matches(@"turns_on\.py:\d+ request$", enable.Chain[1]);
        Assert.Equal(family.Master!.Process.Pid, Assert.Single(calls, call => call.Function == "gc.disable").ProcessId);
        Assert.Equal("0", Assert.Single(family.Master.Notes!.CollectorCalls, call => call.Function == "gc.collect").Arguments);

        var recording = new Recording(new("6.1", null, 2, [], null, null, "0"), [family], [], []);
        var finding = Assert.Single(new CollectorTurnedOn().Examine(recording).Findings);
        Assert.Contains(finding.Evidence, row => row.Text.Contains("turns_on.py") && row.Text.StartsWith("gc.enable()"));
    }

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_remedy_that_is_on_is_noted(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(
            python, [Target.Path("forks_once.py")], ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", "cpython.fast-exit,cpython.no-such"));
        var family = Look(target.Pid);
        Assert.True(RemediesInEffect.TookEffect(new FastExit(), family));
        Assert.False(RemediesInEffect.TookEffect(new GcThreshold0(), family));
        Assert.Equal(["cpython.fast-exit"], family.Master!.Notes!.Remedies);
    }

    /// <summary>Counted in a copy of the worker, where no finaliser runs.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Cycles_that_a_worker_left_behind_are_counted_by_type(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(
            python, [Target.Path("counts_cycles.py")],
            ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_WATCH_CYCLES", "86400"), ("LOWTIDE_WATCH_CYCLES_FIRST", "0.2"));
        var worker = Assert.Single(Look(target.Pid).Workers);
        var count = worker.Notes!.Cycles[0];
        Assert.Equal(worker.Process.Pid, count.ProcessId);
        Assert.Contains(count.Types, type => type.Type == "__main__.Node");
        Assert.InRange(count.Objects, 2000, 6000); // a node, and its dict where that is an object of its own
        Assert.InRange(count.Bytes, 2_000_000, 3_500_000); // 2,000 bytearrays of 1,000 bytes, and what holds them
    }

    /// <summary>Sheets are bounded: a program that calls from ever new places ends with what fits.</summary>
    [Fact]
    public void Calls_from_ever_new_places_end_at_a_bound()
    {
        var ran = Ran.Command(
            ["/usr/bin/python3", "-c", """
                import gc, sys
                for number in range(1000):
                    exec(compile("\n" * number + "gc.collect(0)", "x" * 200 + str(number), "exec"))
                gc_calls, notes = (sys.modules["lowtide_kit." + name] for name in ("gc_calls", "notes"))
                print(len(gc_calls._seen), notes._end < notes.SIZE)
                """],
            ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", "cpython.gc-threshold-0"));
        Assert.Equal(("64 True\n", ""), (ran.Output, ran.Error));
    }

    private static FamilySnapshot Look(int pid) => FamilyCapture.Take(
        FamilyLookup.Find(pid.ToString()), new CaptureOptions(Census: false), TimeProvider.System, CancellationToken.None)!.Snapshot;
}
