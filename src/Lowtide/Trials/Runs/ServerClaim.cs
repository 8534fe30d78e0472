using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using Lowtide.Trials.Ready;

namespace Lowtide.Trials.Runs;

/// <summary>
/// One trial a server: a second one would start its server in a pause of the first, and each would measure the other. Held
/// by a socket in the abstract namespace (unix(7)): as wide as a port itself, whoever runs the trial, with no file to
/// leave behind, and free again the moment that its holder is gone.
/// </summary>
internal static class ServerClaim
{
    /// <exception cref="Failure">Another trial has it.</exception>
    public static IDisposable Take(ReadySign ready)
    {
        // A name has at most 108 bytes.
        var name = Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(ready.Claim)));
        var claim = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            claim.Bind(new UnixDomainSocketEndPoint($"\0lowtide-trial-{name}"));
            return claim;
        }
        catch (SocketException taken) when (taken.SocketErrorCode == SocketError.AddressAlreadyInUse)
        {
            claim.Dispose();
            throw new Failure($"another trial is using {ready.Claim}: wait for its end{(ready.Url is null ? "" : ", or use another port")}");
        }
    }
}
