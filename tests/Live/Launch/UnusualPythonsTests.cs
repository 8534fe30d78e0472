using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Capture.Families;

namespace Lowtide.Tests.Live.Launch;

/// <summary>Remedies in Pythons that are not a plain program of one thread and one interpreter: they are on, and the target is as without them.</summary>
public sealed class UnusualPythonsTests
{
    /// <summary>All that go together in one worker.</summary>
    private static readonly string[] Together = ["cpython.gc-threshold-0", "cpython.gc-freeze", "cpython.collect-when", "cpython.fast-exit"];

    public static TheoryData<string> PythonRemedies =>
        new(RemedyCatalogue.All.Where(each => each.Launch.Kits.Contains(Kit.Python) && !each.IsExperimental).Select(each => each.Id));

    [Theory, MemberData(nameof(PythonRemedies))]
    public void In_another_program(string remedy)
    {
        using var folder = new TempFolder();
        var program = EmbeddedPython.Build(folder);
        using var target = Target.Start(Built.Lowtide, ["run", "--remedy", remedy, "--", program, Target.Path("forks_once.py")]);
        Assert.True(TookEffect(target, remedy));
        var script = folder.File("ends.py", "import atexit, sys\natexit.register(print, 'handler')\nprint(open('/proc/self/comm').read())\nsys.exit(7)\n");
        var (without, with) = (Ran.Command([program, script]), Ran.Lowtide("run", "--remedy", remedy, "--", program, script));
        Assert.Equal((7, "server\n\nhandler\n", ""), (with.ExitCode, with.Output, with.Error));
        Assert.Equal((without.ExitCode, without.Output), (with.ExitCode, with.Output));
    }

    /// <summary>Each interpreter has a collector of its own, and imports the kit; what acts at a process's end or fork is the first one's.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void With_two_interpreters(string python)
    {
        SkipWithout(python);
        const string program = """
            import gc
            try:
                import _interpreters as interpreters
            except ImportError:
                import _xxsubinterpreters as interpreters
            second = interpreters.create()
            text = 'import gc, os; gc.enable(); os.write(1, b"second %d\\n" % gc.get_threshold()[0])'
            (getattr(interpreters, 'run_string', None) or interpreters.exec)(second, text)
            interpreters.destroy(second)
            print('first', gc.get_threshold()[0])
            """;
        var ran = Ran.Command([python, "-c", program], ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", string.Join(',', Together)));
        Assert.Equal(("second 0\nfirst 0\n", "", 0), (ran.Output, ran.Error, ran.ExitCode));
    }

    /// <summary>Python tells of it in its own words, goes on, and the remedies are on.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void With_a_sitecustomize_of_the_sites_that_raises(string python)
    {
        SkipWithout(python);
        using var site = new TempFolder();
        site.File("sitecustomize.py", "raise ValueError('broken')\n");
        using var target = Target.Start(
            python, [Target.Path("forks_once.py")],
            ("PYTHONPATH", $"{Built.PythonKit}:{site.Path}"), ("LOWTIDE_REMEDIES", string.Join(',', Together)));
        Assert.All(Together, remedy => Assert.True(TookEffect(target, remedy), remedy));
    }

    [Theory, MemberData(nameof(PythonRemedies))]
    public void With_no_temporary_folder_to_write_to(string remedy)
    {
        var nowhere = "/proc/self/no-such-folder";
        using var target = Target.Start(
            Built.Lowtide, ["run", "--remedy", remedy, "--", "/usr/bin/python3", Target.Path("forks_once.py")],
            ("TMPDIR", nowhere), ("TEMP", nowhere), ("TMP", nowhere));
        Assert.True(TookEffect(target, remedy));
    }

    /// <summary>The fork's hooks run in the thread that forks, whose copy is all that the worker has.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Of_which_a_thread_forks(string python)
    {
        SkipWithout(python);
        using var target = Target.Start(
            python, ["-W", "ignore", Target.Path("forks_once.py"), "thread"],
            ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", string.Join(',', Together)));
        Assert.All(Together, remedy => Assert.True(TookEffect(target, remedy), remedy));
        Assert.True(target.Said.GetProperty("child").GetProperty("frozen").GetInt32() > 20000);
    }

    private static bool? TookEffect(Target target, string remedy) => RemediesInEffect.TookEffect(
        RemedyCatalogue.Find(remedy)!,
        FamilyCapture.Take(
            FamilyLookup.Find(target.Pid.ToString()), new CaptureOptions(Census: false), TimeProvider.System, CancellationToken.None)!.Snapshot);

    private static void SkipWithout(string python) =>
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
}
