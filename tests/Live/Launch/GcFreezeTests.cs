using System.Text.Json;
using Lowtide.Analysis.Remedies;
using Lowtide.Capture.CPython;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Launch;

public sealed class GcFreezeTests
{
    private const string Remedy = "cpython.gc-freeze";

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_forked_worker_is_frozen_and_its_master_is_not(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(python, [Target.Path("forks_once.py")], ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", Remedy));
        Assert.True(target.Said.GetProperty("own").GetInt32() < 1000); // 3.12 freezes some itself
        Assert.True(target.Said.GetProperty("child").GetProperty("frozen").GetInt32() > 20000);
        Assert.True(TookEffect(target.Said.GetProperty("worker").GetInt32()));
        Assert.False(TookEffect(target.Pid));
    }

    /// <summary>Once, as the named import begins; what was left behind later, and in a worker, is not collected.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void It_collects_early_where_that_is_asked_for(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        Assert.Equal(("", true, true, true, true), Early(python, Built.PythonKit, "imports", null));
        Assert.Equal(("", false, true, true, true), Early(python, Built.PythonKit, "imports", "colorsys"));
        var (error, before, after, _, _) = Early(python, Built.PythonKit, "imports not", "colorsys");
        Assert.Equal((true, true), (before, after));
        Assert.Equal("lowtide: cpython.gc-freeze: nothing was collected early, as colorsys was not imported before the fork\n", error);
    }

    /// <summary>A monitoring agent's, that has to see the import by which the kit acts.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Another_finder_still_sees_that_import(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        const string agents = """
            import sys
            class Agent:
                def find_spec(self, name, path=None, target=None):
                    if name == "colorsys":
                        print("seen")
            sys.meta_path.insert(1, Agent())
            import colorsys
            """;
        var ran = Ran.Command(
            [python, "-c", agents], ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", Remedy), ("LOWTIDE_GC_FREEZE_COLLECT_BEFORE", "colorsys"));
        Assert.Equal(("seen\n", ""), (ran.Output, ran.Error));
    }

    [Fact]
    public void The_file_to_keep_collects_early_too()
    {
        using var folder = new TempFolder();
        folder.File("sitecustomize.py", new GcFreeze().Permanent.Files[0].Content);
        Assert.Equal(("", false, true, true, true), Early("/usr/bin/python3", folder.Path, "imports", "colorsys"));
    }

    private static (string Error, bool Before, bool After, bool ChildsAfter, bool ChildsOwn) Early(string python, string path, string way, string? module)
    {
        var ran = Ran.Command(
            [python, Target.Path("collects_early.py"), way],
            ("PYTHONPATH", path), ("LOWTIDE_REMEDIES", Remedy), ("LOWTIDE_GC_FREEZE_COLLECT_BEFORE", module));
        var said = JsonDocument.Parse(ran.Output).RootElement;
        var child = said.GetProperty("child");
        Assert.True(child.GetProperty("frozen").GetInt32() > 1000);
        return (ran.Error, Bool(said, "before"), Bool(said, "after"), Bool(child, "after"), Bool(child, "late"));

        static bool Bool(JsonElement element, string name) => element.GetProperty(name).GetBoolean();
    }

    private static bool? TookEffect(int pid)
    {
        using var space = AddressSpace.TryOpen(pid)!;
        var reading = new CPythonReader().Read(space, space.Mappings, space.Open);
        var facts = new ProcessFacts(pid, 1, 1, "python", "python", null, null, null, 1);
        return new GcFreeze().TookEffect(new Member(facts, new MemoryUse(null, null, null, null, null), reading!.Facts, null, null));
    }
}
