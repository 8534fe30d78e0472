using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class SettingsTests
{
    [Theory]
    [InlineData("", 0)] // started with none
    [InlineData("A=1\0MALLOC_ARENA_MAX=2\0", 1)]
    [InlineData("A=\0MALLOC_ARENA_MAX=2", 1)]
    [InlineData("\0\0\0\0", null)] // blanked
    [InlineData("ter [shop=1]\0\0\0\0", null)] // a title's end, then blanks
    [InlineData("orker 3\0MALLOC_ARENA_MAX=2\0", null)]
    [InlineData("=1\0", null)]
    public void An_environment_that_was_written_over_is_none(string environ, int? count) =>
        Assert.Equal(count, Procfs.ParseSettings(environ)?.Count);
}
