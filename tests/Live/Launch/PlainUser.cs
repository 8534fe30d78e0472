namespace Lowtide.Tests.Live.Launch;

/// <summary>Runs commands as a user who is not root and has a cache folder of its own.</summary>
internal sealed class PlainUser : IDisposable
{
    private readonly TempFolder folder = new();
    private readonly string[] prefix;

    public PlainUser()
    {
        var isRoot = Ran.Command(["id", "-u"]).Output == "0\n";
        prefix = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
        Ran.Command(["chmod", "1777", folder.Path]);
        Assert.SkipUnless(Run(["test", "-r", Built.Lowtide]).ExitCode == 0, $"{Built.Lowtide} is out of reach for a plain user");
    }

    public string Folder => folder.Path;

    public string Cache => Path.Combine(Folder, "cache", "lowtide");

    public string File(string name, string? content = null) => folder.File(name, content);

    public Ran Run(IReadOnlyList<string> words, params (string Name, string? Value)[] variables) =>
        Ran.Command([.. prefix, .. words], [("XDG_CACHE_HOME", Path.Combine(Folder, "cache")), .. variables]);

    public IEnumerable<string> Names(string place) =>
        Directory.EnumerateFileSystemEntries(Path.Combine(Cache, place)).Select(path => Path.GetFileName(path)!);

    public void Dispose() => folder.Dispose();
}
