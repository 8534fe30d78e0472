using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>Whose call it was.</summary>
public sealed class BlameTests
{
    [Fact]
    public void An_address_in_a_methods_place_is_said_to_be_one() =>
        Assert.Equal("unnamed code at 0x7f2a10", Blame.Caller(new DotNetStack(["Shop.Program.Main", "0x7f2a10", "System.GC.Collect"])));

    [Fact]
    public void Where_all_is_the_frameworks_the_innermost_part_is_named()
    {
        Assert.Equal("System.Xml.XmlReader.Read", Blame.Caller(new DotNetStack(
            ["System.Threading.Thread.Start", "System.Xml.XmlReader.Read", "System.GC.Collect"])));
        Assert.Equal(Blame.Unknown, Blame.Caller(null));
    }
}
