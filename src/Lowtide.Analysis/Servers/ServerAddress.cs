using Lowtide.Recordings;

namespace Lowtide.Analysis.Servers;

/// <summary>
/// Where a server most likely answers HTTP, so that nobody has to look it up. It is a proposal: a socket does not tell its protocol.
/// </summary>
public sealed record ServerAddress(string Url, string Port)
{
    /// <returns>Null where it listens on no port or on several, where that was not read, and of a uWSGI that speaks its own protocol.</returns>
    public static ServerAddress? Of(FamilySnapshot family)
    {
        var ports = (family.ListensOn ?? []).Select(address => (address[..address.LastIndexOf(':')], Port: address[(address.LastIndexOf(':') + 1)..])).ToList();
        if (ports.Select(each => each.Port).Distinct().ToList() is not [var port])
            return null;
        if (ServerProgram.Of(family) == ServerProgram.Uwsgi
            && (family.Master ?? family.Workers[0]).Process.CommandLine.Contains("http", StringComparison.Ordinal) == false)
            return null;
        // One that listens everywhere answers on this machine too.
        var host = ports[0].Item1 switch
        {
            "0.0.0.0" or "[::]" => "127.0.0.1",
            var named => named,
        };
        return new ServerAddress($"http://{host}:{port}/", port);
    }
}
