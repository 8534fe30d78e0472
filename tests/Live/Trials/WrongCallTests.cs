using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

public sealed class WrongCallTests
{
    [Theory]
    [InlineData("--ready http://127.0.0.1:PORT/", "trial", "--remedy", "malloc.arena-max-2", "--load", "true", "--", "sleep", "9")]
    [InlineData("--ready http://127.0.0.1:PORT/", "trial", "--remedy", "malloc.arena-max-2", "--load", "true", "--ready", "127.0.0.1:80", "--", "sleep", "9")]
    [InlineData("with --load 'hey", "trial", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--", "sleep", "9")]
    [InlineData("with --remedy ID", "trial", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("no remedy 'nope'", "trial", "--remedy", "nope", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("put '--' before the command", "trial", "--remedy", "malloc.arena-max-2", "sleep", "9")]
    [InlineData("no command behind '--'", "trial", "--remedy", "malloc.arena-max-2", "--")]
    [InlineData("--pairs takes a number", "trial", "--pairs", "0", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("--most-pairs takes a number", "trial", "--most-pairs", "5", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("--primary takes one of pss_bytes", "trial", "--primary", "rss", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("slow_share needs --slow", "trial", "--primary", "slow_share", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("--slow takes a number of seconds above 0", "trial", "--slow", "0", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("--margin takes a share", "trial", "--margin", "5", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("--load-timeout takes a number of seconds", "trial", "--load-timeout", "0", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("--require takes VERDICT:METRIC", "trial", "--require", "better", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("see 'lowtide trial --help'", "trial", "--seed", "x", "--", "sleep", "9")]
    public void AWrongCallSaysHowToMendItAndLeavesNothing(string how, params string[] arguments)
    {
        using var folder = new TempFolder();
        var ran = Ran.Command([Built.Lowtide, .. arguments], ("TMPDIR", folder.Path));
        Assert.Equal((Failure.WrongCall, ""), (ran.ExitCode, ran.Output));
        Assert.Contains(how, ran.ErrorLine);
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
    }
}
