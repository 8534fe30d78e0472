using Lowtide.Capture.DotNet;

namespace Lowtide.Tests.Pure.Capture.DotNet;

public sealed class PortOwnerTests
{
    [Theory]
    [InlineData("/tmp/dotnet-diagnostic-7-9-socket", new[] { "31", "33" })]
    [InlineData("/var/tmp/my app/dotnet-diagnostic-7-9-socket", new[] { "34" })]
    [InlineData("/tmp/dotnet-diagnostic-7-9", new string[0])]
    public void Only_what_listens_under_the_whole_path_counts(string path, string[] inodes) => Assert.Equal(inodes, PortOwner.Listening("""
        Num       RefCount Protocol Flags    Type St Inode Path
        0000000000000000: 00000002 00000000 00010000 0001 01 31 /tmp/dotnet-diagnostic-7-9-socket
        0000000000000000: 00000003 00000000 00000000 0001 03 32 /tmp/dotnet-diagnostic-7-9-socket
        0000000000000000: 00000002 00000000 00010000 0001 01 33 /tmp/dotnet-diagnostic-7-9-socket
        0000000000000000: 00000002 00000000 00010000 0001 01 34 /var/tmp/my app/dotnet-diagnostic-7-9-socket
        0000000000000000: 00000002 00000000 00010000 0001 01 35

        """, path));

    /// <summary>A socket whose name has a line feed adds a line that says what it likes.</summary>
    [Theory]
    [InlineData("31", true)]
    [InlineData("32", false)]
    public void A_line_of_a_socket_that_has_one_is_noticed(string inode, bool isTwice) => Assert.Equal(isTwice, PortOwner.IsTwice("""
        Num       RefCount Protocol Flags    Type St Inode Path
        0000000000000000: 00000003 00000000 00000000 0001 03 31
        0000000000000000: 00000002 00000000 00010000 0001 01 32 a
        0: 2 0 00010000 1 1 31 /tmp/dotnet-diagnostic-7-9-socket
        """, inode));
}
