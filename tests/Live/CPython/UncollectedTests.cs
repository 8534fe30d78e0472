using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.CPython;

/// <summary>What a remedy that stops the collector lets pile up is a finding of its own.</summary>
public sealed class UncollectedTests
{
    private const string Id = "cpython.uncollected";

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Cycles_that_nobody_collects(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(
            python, [Target.Path("uncollected.py")], ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", "cpython.gc-threshold-0"));
        Assert.All(target.Told("threshold"), threshold => Assert.Equal(0, threshold));
        var made = target.Told("made").Sum();
        Assert.True(made > 150_000, $"{made} objects were made: it tests nothing");
        var look = Look.At(target.Pid);
        // Between the fork and its act, and after it, the interpreter makes and lets go some as well.
        Assert.InRange(look.Evidence(Id, "uncollected_objects"), made - 1000, made + 1000);
        // Each node has attributes beside it, which the program does not count.
        Assert.InRange(look.Finding(Id).Bytes!.Value, made * 48, made * 2 * target.Told("node_bytes")[0]);
    }
}
