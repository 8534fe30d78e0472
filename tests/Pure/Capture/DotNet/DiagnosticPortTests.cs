using Lowtide.Capture.DotNet;

namespace Lowtide.Tests.Pure.Capture.DotNet;

public sealed class DiagnosticPortTests
{
    private const string Sockets = """
        Num       RefCount Protocol Flags    Type St Inode Path
        0000000000000000: 00000002 00000000 00010000 0001 01 3171846 /tmp/dotnet-diagnostic-711-3345678-socket
        0000000000000000: 00000002 00000000 00010000 0001 01 3171847 /var/tmp/my app/dotnet-diagnostic-71-3345679-socket
        0000000000000000: 00000003 00000000 00000000 0001 03 3171848
        0000000000000000: 00000002 00000000 00010000 0001 01 3171849 /tmp/clr-debug-pipe-71-1-in

        """;

    [Theory]
    [InlineData(711, 3345678, "/tmp/dotnet-diagnostic-711-3345678-socket")]
    [InlineData(71, 3345679, "/var/tmp/my app/dotnet-diagnostic-71-3345679-socket")]
    [InlineData(7, 3345678, null)]
    public void The_socket_is_that_of_the_pid(int pid, long start, string? path) =>
        Assert.Equal(path, DiagnosticPort.PathOf(Sockets, pid, start, _ => false));

    /// <summary>Containers that share a network namespace: each has a process 1, and its own tmp.</summary>
    [Theory]
    [InlineData(4400, "", "/tmp/dotnet-diagnostic-1-4400-socket")]
    [InlineData(5500, "", "/srv/dotnet-diagnostic-1-5500-socket")]
    [InlineData(5500, "/tmp/dotnet-diagnostic-1-4400-socket", "/srv/dotnet-diagnostic-1-5500-socket")] // of one that shares its tmp with the other
    [InlineData(9900, "/tmp/dotnet-diagnostic-1-4400-socket", "/tmp/dotnet-diagnostic-1-4400-socket")] // in a time namespace
    [InlineData(9900, "", null)] // diagnostics are off in this one
    [InlineData(500, "", null)]
    public void Of_several_of_one_pid_it_is_that_of_the_processs_start(long start, string belowRoot, string? path)
    {
        const string Both = """
            0000000000000000: 00000002 00000000 00010000 0001 01 3171846 /tmp/dotnet-diagnostic-1-4400-socket
            0000000000000000: 00000002 00000000 00010000 0001 01 3171847 /srv/dotnet-diagnostic-1-5500-socket
            """;
        Assert.Equal(path, DiagnosticPort.PathOf(Both, 1, start, socket => socket == belowRoot));
    }

    [Theory]
    [InlineData("DOTNET_EnableDiagnostics", "0", "DOTNET_EnableDiagnostics=0")]
    [InlineData("DOTNET_EnableDiagnostics_IPC", "0x0", "DOTNET_EnableDiagnostics_IPC=0x0")]
    [InlineData("COMPlus_EnableDiagnostics", "0", "COMPlus_EnableDiagnostics=0")]
    [InlineData("DOTNET_EnableDiagnostics", "1", null)]
    [InlineData("DOTNET_EnableDiagnostics", "", null)]
    [InlineData("DOTNET_gcServer", "0", null)]
    public void What_switched_it_off_is_named(string name, string value, string? said) =>
        Assert.Equal(said, DiagnosticPort.SwitchedOff(new Dictionary<string, string> { [name] = value }));

    [Theory]
    [InlineData("10.0.1226.42308 @Commit: abc", "10.0.12")]
    [InlineData("8.0.3126.42015\0", "8.0.31")]
    [InlineData("8.0.325.1", "8.0.3")]
    [InlineData("unknown", null)]
    public void The_build_tells_the_version(string text, string? version) => Assert.Equal(version, CoreClrFile.Parse(text));
}
