using System.Net;
using System.Net.Sockets;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Live.Capture;

/// <summary>What this very process listens on, told by itself and by the kernel.</summary>
public sealed class ListeningSocketsTests
{
    [Fact]
    public void The_kernel_names_the_address_that_was_bound()
    {
        using TcpListener four = new(IPAddress.Loopback, 0), bound = new(IPAddress.Any, 0);
        four.Start();
        bound.Start();
        var found = ListeningSockets.Of([Environment.ProcessId])!;
        Assert.Contains(four.LocalEndpoint.ToString()!, found);
        Assert.Contains(bound.LocalEndpoint.ToString()!, found);
        four.Stop();
        Assert.Single(ListeningSockets.Of([Environment.ProcessId])!, address => address == bound.LocalEndpoint.ToString());
    }

    /// <summary>More of them than the beginning of the table holds.</summary>
    [Fact]
    public void However_many_listen_the_table_has_all_of_them()
    {
        var listeners = Enumerable.Range(0, 700).Select(_ => new TcpListener(IPAddress.Loopback, 0)).ToList();
        try
        {
            listeners.ForEach(listener => listener.Start());
            var told = ListeningSockets.Listeners(ListeningSockets.Table("/proc/self/net/tcp")!).Select(socket => socket.Address).ToHashSet();
            Assert.All(listeners, listener => Assert.Contains(listener.LocalEndpoint.ToString()!, told));
        }
        finally
        {
            listeners.ForEach(listener => listener.Dispose());
        }
    }

    [Fact]
    public void A_process_that_has_gone_tells_nothing() => Assert.Null(ListeningSockets.Of([int.MaxValue]));
}
