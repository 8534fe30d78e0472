using System.Net;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Servers;

/// <summary>
/// Where a server most likely answers HTTP, so that nobody has to look it up. It is a proposal: a socket does not tell its protocol.
/// </summary>
public sealed record ServerAddress(string Url, int Port)
{
    /// <summary>A uWSGI whose settings stand in a file may speak its own protocol there.</summary>
    public bool MayBeOther { get; init; }

    /// <returns>Null where it listens on no port or on several, where that was not read, and of a uWSGI that speaks its own protocol.</returns>
    public static ServerAddress? Of(FamilySnapshot family)
    {
        // A recording may hold anything in their place.
        var sockets = (family.ListensOn ?? []).Select(text => IPEndPoint.TryParse(text, out var socket) ? socket : null).OfType<IPEndPoint>().ToList();
        if (sockets.Select(socket => socket.Port).Distinct().ToList() is not [var port])
            return null;
        var command = family.Head.Process.CommandLine;
        var isUntold = ServerProgram.Of(family) == ServerProgram.Uwsgi && !command.Contains("http", StringComparison.Ordinal);
        if (isUntold && command.Contains("socket", StringComparison.Ordinal))
            return null;
        // One that listens everywhere answers on this machine too.
        var host = sockets[0].Address;
        if (host.Equals(IPAddress.Any) || host.Equals(IPAddress.IPv6Any))
            host = IPAddress.Loopback;
        return new ServerAddress($"http://{new IPEndPoint(host, port)}/", port) { MayBeOther = isUntold };
    }
}
