using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Reports;

/// <summary>What the built program prints of real processes is what docs/schemas says, and nothing else is printed.</summary>
public sealed class SchemaTests
{
    [Fact]
    public void Of_the_whole_machine()
    {
        Holds("ps", "--json");
        Holds("ps", "--all", "--json");
        Holds("remedies", "--json");
    }

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Of_one_process(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(python, [Target.Path("collector_state.py"), "{}"]);
        Holds("ps", $"{target.Pid}", "--json");
        Holds("faults", $"{target.Pid}", "-d", "200ms", "--json");
        Holds("explain", $"{target.Pid}", "--json");
        Holds("remedies", $"{target.Pid}", "--json");
    }

    private static void Holds(params string[] arguments)
    {
        var ran = Ran.Lowtide(arguments);
        Assert.True(ran.ExitCode == 0, ran.Error);
        Schemas.MustHold(ran.Output);
    }
}
