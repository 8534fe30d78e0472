using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Packages;

/// <summary>The program as it is given away, linked against an older C library.</summary>
public sealed class PortableTests(ITestOutputHelper output) : IDisposable
{
    private const string Glibc = "GLIBC_";

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact, Trait("Scope", "Full")]
    public void It_starts_on_older_systems()
    {
        BuildScript.Done("portable", _folder.Path);
        var newest = Ran.Command(["readelf", "--version-info", "--wide", _folder.File("lib/lowtide-program")]).Output.Split((char[])[' ', '\n'])
            .Where(word => word.StartsWith(Glibc, StringComparison.Ordinal)).Max(word => Version.Parse(word.AsSpan(Glibc.Length)));
        Assert.True(newest <= new Version(2, 28), $"it asks for glibc {newest}");

        var file = Path.Combine(_folder.Path, "one");
        BuildScript.Done("one-file", _folder.File("packed-front"), Path.Combine(_folder.Path, "lib"), file);
        BuildScript.Try(output, ["try-one-file", file, "bullseye", "bookworm", "trixie"]);
    }

    /// <summary>As `uname -m` of such a machine says it.</summary>
    [Fact]
    public void Elsewhere_than_on_x86_64_it_is_not_built()
    {
        Ran.Command(["chmod", "755", _folder.File("uname", "#!/bin/sh\necho aarch64\n")]);
        var path = $"{_folder.Path}:{Environment.GetEnvironmentVariable("PATH")}";
        var refused = Ran.Command([BuildScript.Named("publish"), Path.Combine(_folder.Path, "out")], ("PATH", path));
        Assert.Equal(1, refused.ExitCode);
        Assert.StartsWith("Lowtide is for x86-64, and this is aarch64", refused.ErrorLine, StringComparison.Ordinal);
    }
}
