using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Lowtide.Launch;
using Lowtide.Trials.Ready;

namespace Lowtide.Trials.Runs;

/// <summary>
/// One trial a server: a second one would start its server in a pause of the first, and each would measure the other. Held by a lock on one byte of a
/// file in the cache, into which nobody else can write: of a name that all can have, such as a socket's in the abstract namespace, any user could keep
/// every trial away. Another user's trial of the same port is told by the port. Free again the moment that its holder is gone.
/// </summary>
internal static class ServerClaim
{
    /// <exception cref="Failure">Another trial has it, or there is no place for such a file.</exception>
    public static IDisposable Take(ReadySign ready)
    {
        var claims = new FileStream(
            Path.Combine(CacheFolder.Open("claims"), "trials"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
        if (FileLock.TryTake(claims.SafeFileHandle, Place(ready)))
            return claims;
        claims.Dispose();
        throw new Failure($"another trial is using {ready.Claim}: wait for its end{(ready.Url is null ? "" : ", or use another port")}");
    }

    /// <summary>A port is one of a network namespace: namespaces(7).</summary>
    private static long Place(ReadySign ready)
    {
        var network = new FileInfo("/proc/self/ns/net").LinkTarget;
        return BinaryPrimitives.ReadInt64LittleEndian(SHA256.HashData(Encoding.UTF8.GetBytes($"{network} {ready.Claim}"))) & (long.MaxValue >> 1);
    }
}
