using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Packages;

/// <summary>The .rpm, as eng/rpm makes it, with its scripts in a tree of Debian's: no other is to be had here.</summary>
public sealed class RpmTests(ITestOutputHelper output) : IDisposable
{
    private const int CannotBeHad = 3;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact, Trait("Scope", "Full")]
    public void It_is_installed_upgraded_and_removed()
    {
        var tried = Ran.Command([Eng("try-rpm"), Made("0.0.1"), Made("0.0.2")]);
        Assert.SkipWhen(tried.ExitCode == CannotBeHad, tried.Error.Trim());
        output.WriteLine(tried.Output);
        Assert.True(tried.ExitCode == 0, tried.Error);
    }

    private string Made(string version)
    {
        var made = Ran.Command([Eng("rpm"), Built.Out, _folder.Path, version]);
        Assert.True(made.ExitCode == 0, made.Output + made.Error);
        return Path.Combine(_folder.Path, $"lowtide-{version}-1.x86_64.rpm");
    }

    private static string Eng(string script) => Path.Combine(Built.Root, "eng", script);
}
