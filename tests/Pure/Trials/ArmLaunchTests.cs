using Lowtide.Launch;
using Lowtide.Trials.Arms;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>What an arm's server finds in its environment.</summary>
public sealed class ArmLaunchTests
{
    /// <summary>Arms differ by what they name and by nothing else: what the server itself tunes stays.</summary>
    [Theory]
    [InlineData("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2")]
    [InlineData("OTHER", "glibc.malloc.arena_max=2")]
    public void Tunables_are_extended_and_all_else_is_replaced(string name, string expected)
    {
        var own = EnvironmentBlock.Of($"{name}=glibc.malloc.hugetlb=1", "A=1", "LOWTIDE_CALLER=1:0:0");
        var arm = new Arm("x", [], [new EnvironmentSetting(name, "glibc.malloc.arena_max=2")], null);
        var server = Caller.From(ArmLaunch.Environment(arm, own)).Environment.ToText();
        Assert.Equal((expected, "1"), (server[name], server["A"]));
    }
}
