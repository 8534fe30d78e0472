using System.Net.Sockets;

namespace Lowtide.Trials;

/// <summary>
/// One trial a port: a second one would start its server in a pause of the first, and each would measure the other. Held
/// by a socket in the abstract namespace (unix(7)): as wide as the port itself, whoever runs the trial, with no file to
/// leave behind, and free again the moment that its holder is gone.
/// </summary>
internal static class PortClaim
{
    /// <exception cref="Failure">Another trial has it.</exception>
    public static IDisposable Take(int port)
    {
        var claim = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            claim.Bind(new UnixDomainSocketEndPoint($"\0lowtide-trial-{port}"));
            return claim;
        }
        catch (SocketException taken) when (taken.SocketErrorCode == SocketError.AddressAlreadyInUse)
        {
            claim.Dispose();
            throw new Failure($"another trial is using port {port}: wait for its end, or use another port");
        }
    }
}
