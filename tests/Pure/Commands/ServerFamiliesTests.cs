using Lowtide.Commands;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Commands;

public sealed class ServerFamiliesTests
{
    [Theory]
    [InlineData("uwsgi", true)]
    [InlineData("bash", false)]
    [InlineData("sh", false)]
    public void A_shell_with_subshells_is_no_server(string name, bool shown)
    {
        var unknown = MadeFamilies.Master() with { Runtime = null };
        Assert.Equal(shown, ServerFamilies.Includes(MadeFamilies.Family(unknown, unknown, unknown) with { Name = name }));
        Assert.False(ServerFamilies.Includes(MadeFamilies.Family(unknown) with { Name = name }));
        Assert.True(ServerFamilies.Includes(MadeFamilies.Family(MadeFamilies.Master()) with { Name = name }));
    }

    [Theory]
    [InlineData("MSBuild.dll", "dotnet", false)]
    [InlineData("VBCSCompiler", "dotnet", false)]
    [InlineData("Shop.dll", "dotnet", true)]
    [InlineData("VBCSCompiler", "cpython", true)]
    [InlineData("VBCSCompiler", null, true)]
    public void What_a_build_leaves_running_is_no_server(string name, string? runtime, bool shown) =>
        Assert.Equal(shown, ServerFamilies.Includes(name, 2, runtime));
}
