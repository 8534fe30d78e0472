namespace Lowtide.Tests.Live.Trials;

/// <summary>Servers and loads that fail: what went wrong on one line, with the last words of a server below, and nothing left.</summary>
public sealed class FaultTests : IDisposable
{
    private readonly TrialProcess _trial = new();

    /// <summary>Not its first word, which is looked for before anything is started.</summary>
    [Fact]
    public void A_load_command_that_is_missing() =>
        Fails("lowtide: the command of --load was not found (/bin/sh: 1: no-such-load: not found): install it, or name another; logs are in ",
            _trial.Server(), "--load", "true && no-such-load {url}");

    [Fact]
    public void A_load_command_that_fails() =>
        Fails($"lowtide: the command of --load failed with exit status 7 (no {_trial.Url}): echo no {_trial.Url} >&2; exit 7; logs are in ",
            _trial.Server(), "--load", "echo no {url} >&2; exit 7");

    [Fact]
    public void A_load_that_gets_only_errors() =>
        Fails("lowtide: 60 of 60 requests of the load ended in an error (status 400 or more, or no answer); logs are in ",
            _trial.Server(), "--load", _trial.Load(path: "missing"));

    [Fact]
    public void A_load_that_gets_no_answer() =>
        Fails("lowtide: the load got no answer: echo response-time,status-code,offset; logs are in ",
            _trial.Server(), "--load", "echo response-time,status-code,offset");

    [Fact]
    public void A_load_that_hangs() =>
        Fails("lowtide: the command of --load did not end within 1 s (--load-timeout gives it longer): sleep 1000; logs are in ",
            _trial.Server(), "--load", "sleep 1000", "--load-timeout", "1");

    [Fact]
    public void A_warming_that_fails() =>
        Fails("lowtide: the command of --warm failed with exit status 1 (it printed nothing): false", _trial.Server(), "--warm", "false");

    [Fact]
    public void A_server_that_is_never_ready() => FailsWithWords(
        $"lowtide: the server was not ready at {_trial.Url} within 1 s (the last try: Connection refused; --ready-timeout gives it longer); its last words:",
        _trial.Server("silent"), ["    loading"], "--ready-timeout", "1");

    [Fact]
    public void A_server_that_accepts_and_never_answers() => FailsWithWords(
        $"lowtide: the server was not ready at {_trial.Url} within 1 s (it left a request without an answer for 5 s; "
            + "--ready-timeout gives it longer); its last words:",
        _trial.Server("hangs"), ["    loading", "    ready"], "--ready-timeout", "1");

    [Fact]
    public void A_server_that_ends_at_once() => FailsWithWords(
        "lowtide: the server ended with exit status 1 before it was ready; its last words:",
        _trial.Server("ends"), ["    loading", "    no catalogue at /srv/catalogue"]);

    [Fact]
    public void A_command_that_is_not_found() =>
        Fails("lowtide: the server did not start: no command 'no-such-server' on PATH: check its name, or give its path (its log: ", ["no-such-server"]);

    [Fact]
    public void A_remedy_that_cannot_apply_starts_nothing()
    {
        Fails("lowtide: cpython.gc-threshold-0 would have no effect: /usr/bin/python3 -I does not read PYTHONPATH",
            ["/usr/bin/python3", "-I", "x"]);
        Assert.Empty(_trial.Folders);
    }

    /// <summary>The limit is Lowtide's own too, which passes its environment on.</summary>
    [Theory]
    [InlineData(false, "lowtide: dotnet.server-gc takes more memory, and DOTNET_GCHeapHardLimit=10000000 limits its heap: it may end the server. "
        + "Say --anyway to try it")]
    [InlineData(true, "lowtide: the server ended with exit status 1 before it was ready; its last words:")]
    public void What_takes_memory_under_a_limit_is_tried_only_if_told_so(bool anyway, string said)
    {
        string[] options = ["--seed", "7", "--remedy", "dotnet.server-gc", .. anyway ? ["--anyway"] : Array.Empty<string>()];
        var ran = _trial.Run(_trial.Words(_trial.Server("ends"), options), ("DOTNET_GCHeapHardLimit", "10000000"));
        Assert.Equal(Failure.Failed, ran.ExitCode);
        Assert.StartsWith(said, ran.Error);
        Assert.Equal(anyway, _trial.Folders.Count > 0);
    }

    [Fact]
    public void A_remedy_that_takes_no_effect_has_nothing_to_prove() => Fails(
        "lowtide: cpython.gc-threshold-0 did not take effect in every worker of pair 1: there is nothing to prove",
        ["/usr/bin/env", "-u", "PYTHONPATH", .. _trial.Server()]);

    [Fact]
    public void A_remedy_that_the_baseline_has_too_is_nothing_to_compare() => Fails(
        "lowtide: malloc.arena-max-2 is on in the baseline as well, set by the server or its environment: there is nothing to compare",
        ["/usr/bin/env", "MALLOC_ARENA_MAX=2", .. _trial.Server()], "--remedy", TrialProcess.Arenas, "--seed", "7");

    [Fact]
    public void A_server_that_dies_under_the_load() => FailsWithWords(
        "lowtide: the server ended by signal 9 under the load; its last words:",
        _trial.Server("dies"), ["    loading", "    ready"], "--load", _trial.Load(500));

    [Fact]
    public void A_server_that_goes_to_the_background() => Fails(
        "lowtide: the server went to the background: start it in the foreground, so that it can be stopped "
            + "(uWSGI without daemonize, gunicorn without --daemon); logs are in ",
        _trial.Server("daemon"));

    [Fact]
    public void A_port_in_use()
    {
        using var other = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, _trial.Port);
        other.Start();
        Fails($"lowtide: port {_trial.Port} of 127.0.0.1 is in use already: stop what listens there, or use another port in --ready and in the server's own "
            + "settings", _trial.Server());
        Assert.Empty(_trial.Folders);
    }

    public void Dispose() => _trial.Dispose();

    private void Fails(string line, string[] server, params string[] options) => FailsWithWords(line, server, [], options);

    private void FailsWithWords(string line, string[] server, string[] words, params string[] options)
    {
        // Seed 7 starts with the baseline.
        string[] seed = options.Contains("--seed") ? [] : ["--seed", "7"];
        var ran = _trial.Run(server, [.. seed, .. options]);
        Assert.Empty(_trial.Left());
        Assert.Equal((Failure.Failed, ""), (ran.ExitCode, ran.Output));
        var lines = ran.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.StartsWith(line, lines[0]);
        if (words.Length > 0)
            Assert.Equal([.. words, $"  logs are in {Assert.Single(_trial.Folders)}"], lines.Skip(1));
        else
            Assert.Single(lines);
    }
}
