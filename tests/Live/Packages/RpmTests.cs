using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Packages;

/// <summary>The .rpm, as eng/rpm makes it, with its scripts in a tree of Debian's: no other is to be had here.</summary>
public sealed class RpmTests(ITestOutputHelper output) : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact, Trait("Scope", "Full")]
    public void It_is_installed_upgraded_and_removed() => BuildScript.Try(output, ["try-rpm", Made("0.0.1"), Made("0.0.2")]);

    private string Made(string version)
    {
        BuildScript.Done("rpm", Built.Out, _folder.Path, version);
        return _folder.File($"lowtide-{version}-1.x86_64.rpm");
    }
}
