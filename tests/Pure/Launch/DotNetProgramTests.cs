using Lowtide.Launch;

namespace Lowtide.Tests.Pure.Launch;

/// <summary>Which collection a .NET program is going to start with, and where nobody can say so.</summary>
public sealed class DotNetProgramTests : IDisposable
{
    private const string Asking = """{ "runtimeOptions": { "configProperties": { "System.GC.Server": true } } }""";
    private const string Silent = """{ "runtimeOptions": { "tfm": "net10.0" } }""";

    private static readonly string Elf = "\u007fELF".PadRight(64);

    private readonly TempFolder _folder = new();

    private readonly string _assembly;

    public DotNetProgramTests()
    {
        _folder.File("dotnet", Elf);
        _folder.File("My.App", Elf);
        _assembly = _folder.File("My.App.dll", "");
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("""{ "configProperties": { "System.GC.Server": true } }""", true)]
    [InlineData("""{ "configProperties": { "System.GC.Server": "true" } }""", true)]
    [InlineData("""{ "configProperties": { "System.GC.Server": false } }""", false)]
    [InlineData("""{ "configProperties": { "System.GC.Concurrent": true /* by hand */, }, }""", false)]
    [InlineData("{}", false)]
    [InlineData("null", null)]
    [InlineData("{", null)]
    public void The_file_beside_the_program_says_it(string options, bool? server)
    {
        Config("{ \"runtimeOptions\": " + options + " }");
        Assert.Equal(server, IsServer("dotnet", _assembly));
        Assert.Equal(server, IsServer("dotnet", "exec", _assembly, "--urls", "x"));
        Assert.Equal(server, IsServer(In("dotnet"), _assembly));
        Assert.Equal(server, IsServer(In("My.App"), "--urls", "x"));
    }

    [Fact]
    public void What_that_leaves_out_the_one_for_development_may_say()
    {
        Config(Silent);
        _folder.File("My.App.runtimeconfig.dev.json", Asking);
        Assert.True(IsServer("dotnet", _assembly));
        Config("""{ "runtimeOptions": { "configProperties": { "System.GC.Server": false } } }""");
        Assert.False(IsServer("dotnet", _assembly));
    }

    [Theory]
    [InlineData(Silent, "DOTNET_gcServer", "1", true)]
    [InlineData(Silent, "COMPlus_gcServer", "0x1", true)]
    [InlineData(Asking, "DOTNET_gcServer", "0", false)]
    [InlineData(Asking, "DOTNET_gcServer", "", true)]
    [InlineData(Silent, "DOTNET_gcServer", "yes", null)]
    public void A_variable_wins(string config, string name, string value, bool? server)
    {
        Config(config);
        Assert.Equal(server, DotNetProgram.IsServer(new Dictionary<string, string> { ["PATH"] = _folder.Path, [name] = value }, ["dotnet", _assembly]));
    }

    [Fact]
    public void Through_another_program_it_is_not_known()
    {
        Config(Silent);
        Assert.Null(IsServer("dotnet", "run", "--project", In("My.App")));
        Assert.Null(IsServer("dotnet"));
        Assert.Null(IsServer("sh", "-c", $"exec dotnet {_assembly}"));
        _folder.File("My.App", "#!/bin/sh\nDOTNET_gcServer=1 exec dotnet My.App.dll\n");
        Assert.Null(IsServer(In("My.App")));
        _folder.File("dotnet", "#!/bin/sh\nDOTNET_gcServer=1 exec /opt/dotnet/dotnet \"$@\"\n");
        Assert.Null(IsServer("dotnet", _assembly));
    }

    [Fact]
    public void By_another_file_than_the_one_beside_it_it_is_not_known()
    {
        Config(Silent);
        Assert.Null(IsServer("dotnet", "exec", "--runtimeconfig", In("other.json"), _assembly));
        Assert.Null(IsServer(In("My.App"), "--runtimeconfig", In("other.json")));
        File.CreateSymbolicLink(In("link.dll"), _assembly);
        _folder.File("link.runtimeconfig.json", Silent);
        Assert.Null(IsServer("dotnet", In("link.dll")));
    }

    [Fact]
    public void Without_the_program_or_its_file_it_is_not_known()
    {
        Assert.Null(IsServer("dotnet", _assembly));
        Assert.Null(IsServer("dotnet", In("gone.dll")));
        Assert.Null(IsServer("no-such-command", _assembly));
        _folder.File("single", Elf);
        _folder.File("single.runtimeconfig.json", Silent);
        Assert.Null(IsServer(In("single")));
    }

    [Theory]
    [InlineData("""{ "System.GC.HeapHardLimit": 209715200 }""", "System.GC.HeapHardLimit")]
    [InlineData("""{ "System.GC.HeapHardLimitPercent": "30" }""", "System.GC.HeapHardLimitPercent")]
    [InlineData("""{ "System.GC.HeapHardLimitSOH": 1, "System.GC.Server": true }""", "System.GC.HeapHardLimitSOH")]
    [InlineData("""{ "System.GC.HeapHardLimit": 0 }""", null)]
    [InlineData("""{ "System.GC.Server": true }""", null)]
    public void Its_file_may_limit_its_heap(string properties, string? option)
    {
        Config("{ \"runtimeOptions\": { \"configProperties\": " + properties + " } }");
        var environment = new Dictionary<string, string> { ["PATH"] = _folder.Path };
        Assert.Equal(option, DotNetProgram.HeapLimitOption(environment, ["dotnet", _assembly]));
        Assert.Null(DotNetProgram.HeapLimitOption(environment, ["sh", "-c", $"exec dotnet {_assembly}"]));
    }

    private string In(string name) => Path.Combine(_folder.Path, name);

    private void Config(string text) => _folder.File("My.App.runtimeconfig.json", text);

    private bool? IsServer(params string[] command) =>
        DotNetProgram.IsServer(new Dictionary<string, string> { ["PATH"] = _folder.Path }, command);
}
