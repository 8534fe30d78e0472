using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Packages;

/// <summary>The Debian package, as eng/deb makes it, in trees of Debian's releases.</summary>
public sealed class DebianPackageTests(ITestOutputHelper output) : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory, Trait("Scope", "Full")]
    [InlineData("bookworm")]
    [InlineData("trixie")]
    public void It_finds_within_a_minute_is_upgraded_removed_and_purged(string release)
    {
        using var server = Said.StartAny("collector_copies.py", "collected", "3");
        BuildScript.Try(
            output, ["try-deb", Made("0.0.1"), Made("0.0.2"), release], ("FINDING", "the collector copies shared memory"));
    }

    /// <summary>As a service of systemd, which is the first process of a place of its own.</summary>
    [Theory, Trait("Scope", "Full")]
    [InlineData("bookworm")]
    [InlineData("trixie")]
    public void Its_service_serves(string release) => BuildScript.Try(output, ["try-service", Made("0.0.1"), release]);

    /// <summary>systemd's own measure, of what the unit leaves open: from 0 to 10.</summary>
    [Fact]
    public void Its_service_is_open_for_no_more_than_it_takes()
    {
        var unit = Path.Combine(Built.Root, "packaging", "lowtide-serve.service");
        var said = Ran.Command(["systemd-analyze", "security", "--offline=true", "--threshold=20", unit]);
        Assert.True(said.ExitCode == 0, said.Output);
    }

    private string Made(string version)
    {
        BuildScript.Done("deb", Built.Out, _folder.Path, version);
        return _folder.File($"lowtide_{version}_amd64.deb");
    }
}
