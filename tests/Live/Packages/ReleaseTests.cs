using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Packages;

/// <summary>What 'make release' refuses before it does anything. The whole takes an hour, and is a person's to start.</summary>
public sealed class ReleaseTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("next", "true", "no version 'next': make release VERSION=1.2.3")]
    [InlineData("7.8.9", "touch new", "there are changes that are not committed")]
    [InlineData("7.8.9", "git tag v7.8.9", "the tag v7.8.9 is there already")]
    [InlineData("7.8.9", "true", "CHANGELOG.md has no section '## [7.8.9] - unreleased': say there what is new")]
    public void It_refuses(string version, string before, string why)
    {
        var made = Ran.Command(["/bin/sh", "-euc", $"""
            cd '{_folder.Path}' && git init -q . && mkdir eng && cp '{Built.Root}/eng/release' eng && cp '{Built.Root}/CHANGELOG.md' .
            git add . && git -c user.name=t -c user.email=t@t commit -qm t && {before}
            """]);
        Assert.True(made.ExitCode == 0, made.Error);
        var refused = Ran.Command([Path.Combine(_folder.Path, "eng", "release"), version]);
        Assert.Equal((2, $"eng/release: {why}"), (refused.ExitCode, refused.ErrorLine));
        Assert.False(Directory.Exists(Path.Combine(_folder.Path, "out")));
    }
}
