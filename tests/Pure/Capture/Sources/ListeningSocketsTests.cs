using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class ListeningSocketsTests
{
    private const string Heading = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

    /// <summary>As the kernel writes them (net/ipv4/tcp_ipv4.c, get_tcp4_sock).</summary>
    [Fact]
    public void Those_that_listen_are_told_and_connections_are_not() => Assert.Equal(
        [("127.0.0.1:8000", "4711"), ("0.0.0.0:80", "4713")],
        ListeningSockets.Listeners(Heading
            + "   0: 0100007F:1F40 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0000000000000000 100 0 0 10 0\n"
            + "   1: 0100007F:1F40 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0000000000000000 20 4 30 10 -1\n"
            + "   2: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0000000000000000 100 0 0 10 0\n"));

    [Fact]
    public void An_address_of_IPv6_is_in_brackets() => Assert.Equal(
        [("[::1]:8080", "9"), ("[::]:443", "10")],
        ListeningSockets.Listeners(Heading
            + "   0: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 9 1\n"
            + "   1: 00000000000000000000000000000000:01BB 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 10 1\n"));

    [Theory]
    [InlineData("")]
    [InlineData("   0: nonsense:1F40 00000000:0000 0A 0:0 0:0 0 0 0 1 1\n")]
    [InlineData("   0: 0100007F:XXXX 00000000:0000 0A 0:0 0:0 0 0 0 1 1\n")]
    [InlineData("   0: 0100007F\n")]
    public void A_line_that_cannot_be_is_passed_over(string lines) => Assert.Empty(ListeningSockets.Listeners(Heading + lines));
}
