using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using Lowtide.Load;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>The server that a load goes to. One of this machine, unless the user says otherwise: a load is an attack on any other.</summary>
internal static class LoadTarget
{
    /// <exception cref="Failure">A wrong call.</exception>
    public static Uri Parse(string text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out var url) || url.Scheme is not ("http" or "https"))
            throw Failure.Wrong($"URL takes an address such as http://127.0.0.1:8000/, not '{Screen.Plain(text)}'");
        return url.UserInfo.Length == 0
            ? url
            : throw Failure.Wrong("a name and password in the URL are not sent: give --header 'Authorization: ...'");
    }

    /// <exception cref="Failure">A wrong call: no such host, or one of another machine.</exception>
    public static IReadOnlyList<IPAddress> Addresses(Uri url, bool allowRemote)
    {
        IPAddress[] addresses;
        try
        {
            addresses = IPAddress.TryParse(url.DnsSafeHost, out var literal) ? [literal] : Dns.GetHostAddresses(url.DnsSafeHost);
        }
        catch (SocketException unknown)
        {
            throw Failure.Wrong($"cannot look {url.DnsSafeHost} up: {unknown.Message}");
        }
        return allowRemote || addresses.All(IPAddress.IsLoopback)
            ? addresses
            : throw Failure.Wrong($"{url.DnsSafeHost} is not a loopback address: a load can bring a server down; "
                + "--allow-remote sends it all the same, where the server's owner agreed");
    }

    /// <summary>A server that greets no client of TLS says nothing either: it waits for the end of a line.</summary>
    private static readonly TimeSpan TimeToGreet = TimeSpan.FromSeconds(5);

    /// <summary>A server that is not there, or speaks no TLS, would be told of only after the whole load.</summary>
    /// <exception cref="Failure">Nobody listens, or not in the way that the URL says.</exception>
    public static void MustListen(LoadPlan plan, TimeProvider time)
    {
        using var patience = new CancellationTokenSource(plan.Timeout, time);
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.ConnectAsync([.. plan.Addresses], plan.Url.Port, patience.Token).AsTask().GetAwaiter().GetResult();
        }
        catch (Exception refused) when (refused is SocketException or OperationCanceledException)
        {
            var why = refused is SocketException ? refused.Message : $"no connection within {plan.Timeout.TotalSeconds:0.###} s";
            throw new Failure($"no server at {plan.Url.GetLeftPart(UriPartial.Authority)} ({why}): start it first");
        }
        if (plan.Url.Scheme == "https")
            MustSpeakTls(plan, socket, time);
    }

    private static void MustSpeakTls(LoadPlan plan, Socket socket, TimeProvider time)
    {
        var address = plan.Url.GetLeftPart(UriPartial.Authority);
        using var patience = new CancellationTokenSource(plan.Timeout < TimeToGreet ? plan.Timeout : TimeToGreet, time);
        var certified = false;
        using var tls = new SslStream(new NetworkStream(socket), leaveInnerStreamOpen: false, (_, _, _, errors) =>
        {
            certified = true;
            return errors == SslPolicyErrors.None;
        });
        try
        {
            tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = plan.Url.DnsSafeHost }, patience.Token)
                .GetAwaiter().GetResult();
        }
        catch (Exception refused) when (refused is IOException or OperationCanceledException or AuthenticationException)
        {
            throw new Failure(certified
                ? $"the certificate of {address} is not accepted ({refused.Message.TrimEnd('.')}): let this machine trust it, or load it by http://"
                : $"{address} speaks no TLS, or not within {TimeToGreet.TotalSeconds:0} s: give http:// if it is a plain server");
        }
    }
}
