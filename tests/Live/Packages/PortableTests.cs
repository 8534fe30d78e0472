using System.Text.RegularExpressions;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Packages;

/// <summary>The program as it is given away, linked against an older C library.</summary>
public sealed partial class PortableTests(ITestOutputHelper output) : IDisposable
{
    private const int CannotBeHad = 3;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact, Trait("Scope", "Full")]
    public void It_starts_on_older_systems()
    {
        Assert.Equal("", Done([Eng("portable"), _folder.Path]).Error);
        var newest = Glibc().Matches(Done(["readelf", "--version-info", "--wide", _folder.File("lib/lowtide-program")]).Output)
            .Max(match => Version.Parse(match.Groups[1].ValueSpan));
        Assert.True(newest <= new Version(2, 28), $"it asks for glibc {newest}");

        var file = Path.Combine(_folder.Path, "one");
        Done([Eng("one-file"), _folder.File("packed-front"), Path.Combine(_folder.Path, "lib"), file]);
        var tried = Ran.Command([Eng("try-one-file"), file, "bullseye", "bookworm", "trixie"]);
        Assert.SkipWhen(tried.ExitCode == CannotBeHad, tried.Error.Trim());
        output.WriteLine(tried.Output);
        Assert.True(tried.ExitCode == 0, tried.Error);
    }

    /// <summary>As `uname -m` of such a machine says it.</summary>
    [Fact]
    public void Elsewhere_than_on_x86_64_it_is_not_built()
    {
        Ran.Command(["chmod", "755", _folder.File("uname", "#!/bin/sh\necho aarch64\n")]);
        var refused = Ran.Command(["env", $"PATH={_folder.Path}:{Environment.GetEnvironmentVariable("PATH")}", Eng("publish"), Path.Combine(_folder.Path, "out")]);
        Assert.Equal(1, refused.ExitCode);
        Assert.StartsWith("Lowtide is for x86-64, and this is aarch64", refused.ErrorLine, StringComparison.Ordinal);
    }

    private static Ran Done(string[] call)
    {
        var done = Ran.Command(call);
        Assert.True(done.ExitCode == 0, done.Error);
        return done;
    }

    private static string Eng(string script) => Path.Combine(Built.Root, "eng", script);

    [GeneratedRegex(@"GLIBC_([0-9]+\.[0-9]+)")]
    private static partial Regex Glibc();
}
