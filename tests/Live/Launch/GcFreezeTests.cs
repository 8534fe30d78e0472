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

    private static bool? TookEffect(int pid)
    {
        var mappings = Mapping.ParseAll(File.ReadAllBytes($"/proc/{pid}/maps"));
        var reading = new CPythonReader().Read(new ProcessMemory(pid), mappings, mapping => MappedFile.TryOpen(pid, mapping));
        var facts = new ProcessFacts(pid, 1, 1, "python", "python", null, null, null, 1);
        return new GcFreeze().TookEffect(new Member(facts, new MemoryUse(null, null, null, null, null), reading!.Facts, null, null));
    }
}
