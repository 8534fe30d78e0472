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
        Assert.Equal(path, DiagnosticPort.PathsOf(Sockets, pid, start).SingleOrDefault().Path);

    /// <summary>Containers that share a network namespace: each has a process 1, and its own tmp; in a time namespace no name has the start.</summary>
    [Theory]
    [InlineData(4400, "/tmp/dotnet-diagnostic-1-4400-socket", true)]
    [InlineData(5500, "/srv/dotnet-diagnostic-1-5500-socket", true)]
    [InlineData(500, "/srv/dotnet-diagnostic-1-5500-socket", false)]
    public void Of_several_of_one_pid_that_of_the_processs_start_is_tried_first(long start, string path, bool isOfStart)
    {
        const string Both = """
            0000000000000000: 00000002 00000000 00010000 0001 01 3171846 /tmp/dotnet-diagnostic-1-4400-socket
            0000000000000000: 00000002 00000000 00010000 0001 01 3171847 /srv/dotnet-diagnostic-1-5500-socket
            """;
        var paths = DiagnosticPort.PathsOf(Both, 1, start);
        Assert.Equal((path, isOfStart), paths[0]);
        Assert.False(Assert.Single(paths.Skip(1)).IsOfStart);
    }

    /// <summary>Sockets of the same name, and lines that are none of the kernel's: the true one is tried, and the usual place first.</summary>
    [Fact]
    public void Lines_that_others_add_hide_no_socket()
    {
        const string Own = "/tmp/dotnet-diagnostic-9-77-socket";
        var added = string.Join('\n', Enumerable.Range(0, 5000).Select(number =>
            $"0000000000000000: 00000002 00000000 00010000 0001 01 {number} /tmp/{number}\n"
                + $"0: 2 0 00010000 1 1 {number} /tmp/{number}/dotnet-diagnostic-9-77-socket"));
        var paths = DiagnosticPort.PathsOf($"{added}\n0000000000000000: 00000002 00000000 00010000 0001 01 8 {Own}\n{added}", 9, 77);
        Assert.Equal((Own, true), paths[0]);
        Assert.Equal(5001, paths.Count);
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
