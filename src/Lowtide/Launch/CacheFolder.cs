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
        foreach (var cache in Candidates())
            try
            {
                Own(cache);
                return Own(Path.Combine(cache, name));
            }
            catch (Failure refused)
            {
                first ??= refused.Message;
            }
        throw new Failure($"no folder to unpack into: {first?.TrimEnd('.')}"
            + (Libc.EffectiveUser() == 0 ? "" : "; set XDG_CACHE_HOME to a folder that only you can write to"));
    }

    /// <summary>This user's, the first before the others.</summary>
    public static IEnumerable<string> Candidates() => Candidates(Libc.EffectiveUser(), Environment.GetEnvironmentVariable);

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

    /// <summary>Its path.</summary>
    /// <exception cref="Failure">Somebody else could write there.</exception>
    public static string Own(string folder)
    {
        using var owned = OwnedFolder.Open(folder);
        return owned.Path;
    }
}
