using System.Text;
using Lowtide.Launch;

namespace Lowtide.Tests.Pure.Launch;

/// <summary>What the front writes is what the launcher reads.</summary>
public sealed class CallerTests
{
    [Fact]
    public void The_fronts_note_is_read()
    {
        var caller = Caller.From(EnvironmentBlock.Of("A=1", "LOWTIDE_CALLER=1024:1001:200", "MALLOC_ARENA_MAX=1"));
        Assert.Equal((1024ul, 0x200ul), (caller.SoftOpenFiles, caller.BlockedSignals));
        Assert.Equal([1, 13], Enumerable.Range(1, 64).Where(caller.Ignores));
        Assert.Null(caller.GuardDescriptor);
    }

    [Fact]
    public void No_limit_is_a_limit_too()
    {
        var caller = Caller.From(EnvironmentBlock.Of("LOWTIDE_CALLER=18446744073709551615:0:8000000000000000"));
        Assert.Equal((ulong.MaxValue, 1ul << 63), (caller.SoftOpenFiles, caller.BlockedSignals));
    }

    [Fact]
    public void The_callers_entries_come_back_in_order_and_the_fronts_go()
    {
        var caller = Caller.From(EnvironmentBlock.Of(
            "Z=1", "LOWTIDE_HELD_DOTNET_gcServer=1", "A=2", "A=3", "", "odd",
            "LOWTIDE_CALLER=1:0:0", "MALLOC_ARENA_MAX=1", "LOWTIDE_GUARD_FD=7"));
        Assert.Equal(["Z=1", "DOTNET_gcServer=1", "A=2", "A=3", "", "odd"], caller.Environment.Entries.Select(Encoding.UTF8.GetString));
        Assert.Equal(7, caller.GuardDescriptor);
    }

    [Fact]
    public void A_guard_that_the_caller_claims_is_none() =>
        Assert.Null(Caller.From(EnvironmentBlock.Of("LOWTIDE_GUARD_FD=1", "LOWTIDE_CALLER=1:0:0")).GuardDescriptor);

    [Theory]
    [InlineData("A=1")]
    [InlineData("LOWTIDE_CALLER=")]
    [InlineData("LOWTIDE_CALLER=1:2")]
    [InlineData("LOWTIDE_CALLER=x:0:0")]
    [InlineData("LOWTIDE_CALLER=-1:0:0")]
    public void Without_it_the_launcher_refuses(string entry) =>
        Assert.Contains("start 'lowtide'", Assert.Throws<Failure>(() => Caller.From(EnvironmentBlock.Of(entry))).Message);
}
