using Lowtide.Reports.Words;

namespace Lowtide.Tests.Live.Capture;

/// <summary>Whoever names the parent of a server means the server.</summary>
public sealed class ChildFamiliesTests
{
    [Fact]
    public void A_shell_that_started_a_server_names_it()
    {
        using var target = Said.StartAny("spawns.py");
        var child = target.Said.GetProperty("child").GetInt32();
        var look = Look.At(target.Pid);
        var found = Assert.Single(look.Family.Children!, one => one.Pid == child);
        Assert.Equal(2, found.Workers);
        Assert.True(found.PssBytes > 4 << 20);
        Assert.Contains($"{child} with 2 workers", FamilyWords.Children(look.Family));
    }

    [Fact]
    public void A_family_has_its_workers_and_nothing_else_is_looked_for()
    {
        using var target = Said.StartAny("reads_copy.py");
        Assert.Null(Look.At(target.Pid).Family.Children);
    }
}
