using Lowtide.Analysis.Remedies;
using Lowtide.Capture.Families;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.Launch;

public sealed class CollectWhenTests
{
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_worker_that_has_grown_collects_once_it_is_idle(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Start(python, Built.PythonKit, ("LOWTIDE_REMEDIES", "cpython.collect-when"));
        Check(target);
        var family = FamilyCapture.Take(
            FamilyLookup.Find(target.Pid.ToString()), new CaptureOptions(Census: false), TimeProvider.System, CancellationToken.None)!.Snapshot;
        Assert.True(RemediesInEffect.TookEffect(new CollectWhen(), family));
        Assert.False(new CollectWhen().TookEffect(family.Master!));
    }

    [Fact]
    public void The_file_to_keep_does_the_same()
    {
        using var folder = new TempFolder();
        folder.File("sitecustomize.py", new CollectWhen().Permanent.Files[0].Content);
        using var target = Start("/usr/bin/python3", folder.Path);
        Check(target);
    }

    /// <summary>There the worker's only thread is not the one that Python began with.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_worker_that_a_thread_has_forked_collects_too(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(
            python, [Target.Path("leaks_cycles.py"), "thread"],
            ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_COLLECT_WHEN_MIB", "16"), ("LOWTIDE_REMEDIES", "cpython.collect-when"));
        Check(target);
    }

    /// <summary>A tenth of its 130 MiB: 4 MiB of cycles stay, 24 do not.</summary>
    [Fact]
    public void How_much_it_grows_follows_its_size_where_nobody_says_it()
    {
        Assert.SkipWhen(Said.AnyPython.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(
            Said.AnyPython, [Target.Path("leaks_cycles.py"), "large"], ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", "cpython.collect-when"));
        Check(target);
    }

    private static Target Start(string python, string path, params (string, string)[] more) => Target.Start(
        python, [Target.Path("leaks_cycles.py")], [("PYTHONPATH", path), ("LOWTIDE_COLLECT_WHEN_MIB", "16"), .. more]);

    private static void Check(Target target)
    {
        Assert.True(target.Said.GetProperty("few_kept").GetBoolean(), "it collected before the amount was reached");
        Assert.True(target.Said.GetProperty("freed").GetBoolean(), "it never collected");
        Assert.Equal(0, target.Said.GetProperty("threshold").GetInt32());
        Assert.NotEqual(0, target.Said.GetProperty("own_threshold").GetInt32());
        Assert.True(target.Said.GetProperty("frozen").GetInt32() > 20000);
    }
}
