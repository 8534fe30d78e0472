namespace Lowtide.Launch;

/// <summary>
/// Where Lowtide keeps what runs in or as other programs. Code is loaded from there, also by root, so nobody but
/// the owner may write to it; and everybody may read it, for servers that start as root drop privileges. The same
/// places, in the same order, as unpack.c.
/// </summary>
internal static class CacheFolder
{
    public const UnixFileMode Readable =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;

    /// <summary>A folder of that name in the cache, made if it is missing.</summary>
    /// <exception cref="Failure">No place for it that can be trusted.</exception>
    public static string Open(string name)
    {
        string? first = null;
        foreach (var cache in Candidates(Libc.EffectiveUser(), Environment.GetEnvironmentVariable))
            try
            {
                return Own(Path.Combine(Own(cache), name));
            }
            catch (Exception refused) when (refused is Failure or IOException or UnauthorizedAccessException)
            {
                first ??= refused.Message;
            }
        throw new Failure($"no folder to unpack into: {first?.TrimEnd('.')}"
            + (Libc.EffectiveUser() == 0 ? "" : "; set XDG_CACHE_HOME to a folder that only you can write to"));
    }

    internal static IEnumerable<string> Candidates(uint user, Func<string, string?> variable)
    {
        if (user == 0)
            yield return "/var/cache/lowtide";
        else if (variable("XDG_CACHE_HOME") is ['/', ..] cache)
            yield return Path.Combine(cache, "lowtide");
        else if (variable("HOME") is ['/', ..] home)
            yield return Path.Combine(home, ".cache", "lowtide");
        yield return $"/tmp/lowtide-{user}";
    }

    /// <exception cref="Failure">Somebody else could write there.</exception>
    public static string Own(string folder)
    {
        var made = !Directory.Exists(folder);
        Make(folder);
        var (owner, mode) = FileOwner.Of(folder);
        if ((mode & 0xF000) != 0x4000)
            throw new Failure($"{folder} is not a folder: move it away");
        if (owner != Libc.EffectiveUser())
            throw new Failure($"{folder} belongs to user {owner}: remove it, or start Lowtide as that user");
        var permissions = (UnixFileMode)(mode & 0xFFF);
        if (!made && (permissions | Readable) != Readable)
            throw new Failure($"others may write to {folder}: run chmod go-w {folder}, after a look at what is in it");
        if (permissions != Readable)
            File.SetUnixFileMode(folder, Readable);
        return folder;
    }

    /// <summary>With the folders on the way, whatever the umask.</summary>
    private static void Make(string folder)
    {
        if (Directory.Exists(folder))
            return;
        Make(Path.GetDirectoryName(folder)!);
        Directory.CreateDirectory(folder, Readable);
        File.SetUnixFileMode(folder, Readable);
    }
}
