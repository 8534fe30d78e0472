using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

public sealed class WrongCallTests
{
    [Theory]
    [InlineData("--ready http://127.0.0.1:PORT/", "trial", "--remedy", "malloc.arena-max-2", "--load", "true", "--", "sleep", "9")]
    [InlineData(
        "--ready takes an address such as http://127.0.0.1:PORT/, not '127.0.0.1:80'",
        "trial", "--remedy", "malloc.arena-max-2", "--load", "true", "--ready", "127.0.0.1:80", "--", "sleep", "9")]
    [InlineData("with --load 'lowtide load", "trial", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--", "sleep", "9")]
    [InlineData(
        "--load needs one rate for every arm",
        "trial", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "lowtide load {url} -n 9", "--", "sleep", "9")]
    [InlineData(
        "--warm needs one rate",
        "trial", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--warm", "lowtide load --rate auto {url}",
        "--", "sleep", "9")]
    [InlineData(
        "leave one of them out",
        "trial", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--ready-command", "true", "--load", "true", "--", "sleep", "9")]
    [InlineData(
        "{url} stands for the address of --ready",
        "trial", "--remedy", "malloc.arena-max-2", "--ready-command", "true", "--load", "true {url}", "--", "sleep", "9")]
    [InlineData(
        "the rate for {rate} is found by requests",
        "trial", "--remedy", "malloc.arena-max-2", "--ready-command", "true", "--load", "true {rate}", "--", "sleep", "9")]
    [InlineData(
        "the command of --ready-command was not found: no 'no-such-sign' on PATH",
        "trial", "--remedy", "malloc.arena-max-2", "--ready-command", "no-such-sign", "--load", "true", "--", "sleep", "9")]
    [InlineData("with --remedy ID", "trial", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("no remedy 'nope'", "trial", "--remedy", "nope", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData("put '--' before the command", "trial", "--remedy", "malloc.arena-max-2", "sleep", "9")]
    [InlineData("no command behind '--'", "trial", "--remedy", "malloc.arena-max-2", "--")]
    [InlineData(
        "--pairs takes a number",
        "trial", "--pairs", "0", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData(
        "--most-pairs takes a number",
        "trial", "--most-pairs", "5", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData(
        "--primary takes one of pss_bytes",
        "trial", "--primary", "rss", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData(
        "slow_share needs --slow",
        "trial", "--primary", "slow_share", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData(
        "--slow takes a duration",
        "trial", "--slow", "0", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData(
        "--margin takes a share",
        "trial", "--margin", "5", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData(
        "--load-timeout takes a time from 1s",
        "trial", "--load-timeout", "500ms", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData(
        "--require takes VERDICT:METRIC",
        "trial", "--require", "better", "--remedy", "malloc.arena-max-2", "--ready", "http://127.0.0.1:9/", "--load", "true", "--", "sleep", "9")]
    [InlineData(
        "--ready takes an address such as http://127.0.0.1:PORT/, not 'notaurl'",
        "trial", "--remedy", "malloc.arena-max-2", "--load", "true", "--ready", "notaurl", "--", "sleep", "9")]
    [InlineData(
        "the command of --load was not found: no 'no-such-load' on PATH",
        "trial", "--remedy", "malloc.arena-max-2", "--load", "no-such-load {url}", "--ready", "http://127.0.0.1:9/", "--", "sleep", "9")]
    [InlineData(
        "leave one of them out",
        "trial", "--pairs", "6", "--most-pairs", "9", "--remedy", "malloc.arena-max-2", "--load", "true", "--ready", "http://127.0.0.1:9/", "--", "sleep", "9")]
    [InlineData(
        "--alpha takes a share from",
        "trial", "--alpha", "60%", "--remedy", "malloc.arena-max-2", "--load", "true", "--ready", "http://127.0.0.1:9/", "--", "sleep", "9")]
    [InlineData(
        "under 13 pairs: raise --most-pairs",
        "trial", "--alpha", "0.1%", "--most-pairs", "12", "--arm", "a=env:A=1", "--arm", "b=env:A=2", "--arm", "c=env:A=3", "--arm", "d=env:A=4",
        "--load", "true", "--ready", "http://127.0.0.1:9/", "--", "sleep", "9")]
    [InlineData(
        "--looks takes a number",
        "trial", "--looks", "0", "--remedy", "malloc.arena-max-2", "--load", "true", "--ready", "http://127.0.0.1:9/", "--", "sleep", "9")]
    [InlineData(
        "--stop-signal takes HUP",
        "trial", "--stop-signal", "FOO", "--remedy", "malloc.arena-max-2", "--load", "true", "--ready", "http://127.0.0.1:9/", "--", "sleep", "9")]
    [InlineData(
        "two arms are named a",
        "trial", "--arm", "a=env:A=1", "--arm", "a=env:A=2", "--load", "true", "--ready", "http://127.0.0.1:9/", "--", "sleep", "9")]
    [InlineData("no file /no/such.jsonl", "trial", "--resume", "/no/such.jsonl")]
    [InlineData("--resume has everything from its file: leave --pairs out", "trial", "--resume", "/no/such.jsonl", "--pairs", "6")]
    [InlineData("--resume has the command from its file: leave 'sleep' out", "trial", "--resume", "/no/such.jsonl", "--", "sleep", "9")]
    [InlineData("no file or folder /no/such", "trials", "/no/such")]
    [InlineData("--combine takes two trials or more, not 0", "trials", "--combine")]
    [InlineData("see 'lowtide trial --help'", "trial", "--seed", "x", "--", "sleep", "9")]
    public void A_wrong_call_says_how_to_mend_it_and_leaves_nothing(string how, params string[] arguments)
    {
        using var folder = new TempFolder();
        var ran = Ran.Command([Built.Lowtide, .. arguments], ("TMPDIR", folder.Path), ("XDG_STATE_HOME", folder.Path));
        Assert.Equal((Failure.WrongCall, ""), (ran.ExitCode, ran.Output));
        Assert.Contains(how, ran.ErrorLine);
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
    }
}
