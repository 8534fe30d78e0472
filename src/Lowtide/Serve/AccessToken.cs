using System.Security.Cryptography;
using System.Text;

namespace Lowtide.Serve;

/// <summary>
/// The password of the page: any user of a machine reaches its loopback addresses. It is a file for its owner alone, made at the first start, and goes with
/// each request by HTTP's own means (RFC 7617): never in an address, which is logged.
/// </summary>
internal sealed class AccessToken
{
    public const string Name = "token";

    private const int Bytes = 24;

    private readonly byte[] _hash;

    private AccessToken(string token, string path) => (_hash, FileName) = (SHA256.HashData(Encoding.UTF8.GetBytes(token)), path);

    /// <summary>As it was made, for who may read the file and has no other way to: a container without a shell.</summary>
    /// <exception cref="Failure">There is none, or it cannot be read.</exception>
    public static string Kept(string folder)
    {
        var path = Path.Combine(folder, Name);
        try
        {
            return File.ReadAllText(path).Trim();
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"{path} cannot be read ({failure.Message.TrimEnd('.')}); 'lowtide serve' makes it at its first start");
        }
    }

    public string FileName { get; }

    /// <exception cref="Failure">It cannot be read or written.</exception>
    public static AccessToken In(string folder)
    {
        var path = Path.Combine(folder, Name);
        try
        {
            if (!File.Exists(path))
                Make(path);
            return new AccessToken(File.ReadAllText(path).Trim() is { Length: >= Bytes } kept ? kept
                : throw new Failure($"{path} holds no password of {Bytes} letters or more: remove it, and the next start makes one"), path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"{path}, the password of the page, cannot be had: {failure.Message.TrimEnd('.')}; name another folder with --history");
        }
    }

    /// <summary>Whole or not at all, whenever this is killed.</summary>
    private static void Make(string path)
    {
        var beside = $"{path}.new";
        File.Delete(beside);
        using (var file = new FileStream(beside, new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite,
        }))
            file.Write(Encoding.UTF8.GetBytes(Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(Bytes)) + "\n"));
        File.Move(beside, path);
    }

    /// <param name="authorization">The header, of any name with the token as password.</param>
    public bool Opens(string? authorization)
    {
        const string basic = "Basic ";
        if (authorization?.StartsWith(basic, StringComparison.OrdinalIgnoreCase) != true)
            return false;
        var text = new byte[authorization.Length];
        if (!Convert.TryFromBase64String(authorization[basic.Length..].Trim(), text, out var length))
            return false;
        var colon = Array.IndexOf(text, (byte)':', 0, length);
        // Hashes of one length, compared in a time that tells nothing.
        return colon >= 0 && CryptographicOperations.FixedTimeEquals(SHA256.HashData(text.AsSpan(colon + 1, length - colon - 1)), _hash);
    }
}
