namespace Lowtide.Tests.Live.Launch;

/// <summary>Runs commands as a user who is not root and has a cache folder of its own.</summary>
internal sealed class PlainUser : IDisposable
{
    private readonly TempFolder _folder = new();

    public PlainUser()
    {
        Ran.Command(["chmod", "1777", _folder.Path]);
        Assert.SkipUnless(Run(["test", "-r", Built.Lowtide]).ExitCode == 0, $"{Built.Lowtide} is out of reach for a plain user");
    }

    /// <summary>What root puts before a command to run it as nobody; nothing where the tests run as a plain user.</summary>
    public static IReadOnlyList<string> Prefix { get; } =
        Environment.IsPrivilegedProcess ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];

    public string Folder => _folder.Path;

    public string Cache => Path.Combine(Folder, "cache", "lowtide");

    public string File(string name, string? content = null) => _folder.File(name, content);

    public Ran Run(IReadOnlyList<string> words, params (string Name, string? Value)[] variables) =>
        Ran.Command([.. Prefix, .. words], [("XDG_CACHE_HOME", Path.Combine(Folder, "cache")), .. variables]);

    public IEnumerable<string> Names(string place) =>
        Directory.EnumerateFileSystemEntries(Path.Combine(Cache, place)).Select(path => Path.GetFileName(path)!);

    public void Dispose() => _folder.Dispose();
}
