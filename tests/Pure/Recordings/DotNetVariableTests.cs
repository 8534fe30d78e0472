using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>Which of a setting's two variables the runtime obeys.</summary>
public sealed class DotNetVariableTests
{
    [Theory]
    [InlineData("DOTNET_gcServer=0")]
    [InlineData("COMPlus_gcServer=1")]
    public void Each_prefix_counts_under_its_own_name(string variable) => Assert.Equal(variable, Find(variable)!.ToString());

    [Fact]
    public void The_new_prefix_wins_unless_it_is_empty()
    {
        Assert.Equal("DOTNET_gcServer=0", Find("COMPlus_gcServer=1", "DOTNET_gcServer=0")!.ToString());
        Assert.Equal("COMPlus_gcServer=1", Find("COMPlus_gcServer=1", "DOTNET_gcServer=")!.ToString());
        Assert.Null(Find("COMPlus_gcConcurrent=1"));
        Assert.Null(DotNetVariable.Find(null, "gcServer"));
    }

    [Fact]
    public void Both_are_read_from_targets()
    {
        Assert.Contains("DOTNET_gcServer", WatchedSettings.Names);
        Assert.Contains("COMPlus_gcServer", WatchedSettings.Names);
    }

    private static DotNetVariable? Find(params string[] variables) => DotNetVariable.Find(
        variables.Select(variable => variable.Split('=')).ToDictionary(parts => parts[0], parts => parts[1]), "gcServer");
}
