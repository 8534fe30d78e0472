using Lowtide.Analysis.Recycling;
using Lowtide.Capture.Watching;
using Lowtide.Guard.Doors;
using Lowtide.Guard.Settings;
using Lowtide.Serve.Settings;

namespace Lowtide.Tests.Pure.Serve;

public sealed class ServeFileTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private const string All = """
        # a comment
        listen: 127.0.0.1:9000
        interval: 30s
        history: /srv/lowtide
        history-size: 200M
        cpu-share: 2%
        guard-budget: 30/h
        longest-stall: 8ms
        dotnet-events: off
        alertmanager: http://127.0.0.1:9093
        webhook: http://127.0.0.1/hook
        otlp: http://127.0.0.1:4318
        tls-certificate: /etc/ssl/shop.pem
        tls-key: /etc/ssl/shop.key
        tls-self-signed: on
        include:
          - name: uwsgi*
            user: www-data
          - cgroup: /system.slice/shop.service
        exclude:
          - name: postgres
        guard:
          - name: uwsgi*
            user: www-data
            private-limit: 400M
            family-limit: 2G
            respawn-budget: 6/h
            least-serving: 3
            quiet-within: 5m
            grace: 30s
            kill-after: 2m
            supervised: yes
            proxied: yes
            act: yes
          - cgroup: /system.slice/shop.service
            private-limit: 1G
        """;

    [Fact]
    public void What_the_command_line_can_set_the_file_can()
    {
        var options = Read(All, out var errors);
        Assert.Empty(errors);
        Assert.False(options.DotNetEvents);
        Assert.Equal(9000, options.Address.Port);
        Assert.Equal((30, "/srv/lowtide", 200L << 20), (options.Every.TotalSeconds, options.Folder, options.HistoryBytes));
        Assert.Equal((0.02, 8), (options.Budget.Share, options.Budget.LongestStall.TotalMilliseconds));
        Assert.Equal(("http://127.0.0.1:9093/", "http://127.0.0.1/hook"), (options.Alertmanager!.AbsoluteUri, options.Webhook!.AbsoluteUri));
        Assert.Equal(("http://127.0.0.1:4318/", "/etc/ssl/shop.pem", "/etc/ssl/shop.key"), (options.Otlp!.AbsoluteUri, options.TlsCertificate, options.TlsKey));
        Assert.Equal([new FamilyPattern("uwsgi*", "www-data", null), new FamilyPattern(null, null, "/system.slice/shop.service")], options.Filter.Include);
        Assert.Equal([new FamilyPattern("postgres", null, null)], options.Filter.Exclude);
        Assert.Equal(30, options.GuardBudget);
        Assert.Equal(ServeSetting.All.Count, ServeSetting.All.Select(setting => setting.Name).Distinct().Count());
        var page = File.ReadAllText(Path.Combine(SourceTree.Root(), "docs", "serve.md"));
        Assert.All(ServeSetting.All, setting => Assert.All([All, page], text => Assert.Contains($"\n{setting.Name}:", text, StringComparison.Ordinal)));
    }

    [Fact]
    public void A_guard_has_whom_it_is_of_and_its_limits()
    {
        var guards = Read(All, out _).Guards;
        Assert.Equal(
            [new FamilyPattern("uwsgi*", "www-data", null), new FamilyPattern(null, null, "/system.slice/shop.service")], guards.Select(guard => guard.Of));
        Assert.Equal(
            new GuardPolicy
            {
                PrivateLimitBytes = 400 << 20, FamilyLimitBytes = 2L << 30, RespawnsAnHour = 6, LeastServing = 3, QuietWithin = TimeSpan.FromMinutes(5),
                Grace = TimeSpan.FromSeconds(30), KillAfter = TimeSpan.FromMinutes(2),
            },
            guards[0].Policy);
        Assert.Equal(new DoorOptions { IsSupervised = true, IsProxied = true }, guards[0].Door);
        Assert.Equal([true, false], guards.Select(guard => guard.Acts));
        Assert.All(GuardSetting.All, setting => Assert.Contains($" {setting.Name}:", All, StringComparison.Ordinal));
    }

    [Fact]
    public void What_a_watch_that_runs_cannot_take_over_is_named()
    {
        foreach (var setting in ServeSetting.All)
        {
            var changed = Read(All.Split('\n').First(line => line.StartsWith($"{setting.Name}:", StringComparison.Ordinal)), out _);
            Assert.NotEqual(ServeOptions.Usual, changed);
            var isFixed = setting.Name is "listen" or "tls-certificate" or "tls-key" or "tls-self-signed" or "history" or "history-size" or "otlp";
            Assert.Equal(isFixed ? setting.Name : null, ServeOptions.Usual.NeedsRestart(changed));
        }
    }

    [Theory]
    [InlineData("intervall: 10s", 1, "no setting 'intervall': 'interval'?")]
    [InlineData("\n\ninterval: soon", 3, "interval takes a time from 1s to 1h")]
    [InlineData("listen: here", 1, "listen takes an address and a port")]
    [InlineData("interval: [1, 2]", 1, "interval takes a time")]
    [InlineData("include: uwsgi", 1, "this takes a list")]
    [InlineData("include:\n  - uwsgi", 2, "this takes name, user or cgroup")]
    [InlineData("exclude:\n  - name: x\n  - program: y", 3, "a server is told by name, user or cgroup, not 'program'")]
    [InlineData("a: b: c", 1, "this is no YAML")]
    [InlineData("- interval", 1, "settings are lines such as")]
    [InlineData("interval: 5s\nlisten: [\ninterval: 5s\n", 2, "this is no YAML: a bracket that begins here or above is not closed")]
    [InlineData("include:\n  - name: *uwsgi", 2, "in YAML a word that begins with * stands between quotes")]
    [InlineData("guard: uwsgi", 1, "this takes a list, each with a server and a limit")]
    [InlineData("guard:\n  - uwsgi", 2, "a guard has a server and a limit")]
    [InlineData("guard:\n  - private-limit: 1G", 2, "a guard has a server")]
    [InlineData("guard:\n  - name: uwsgi", 2, "a guard takes private-limit or family-limit")]
    [InlineData("guard:\n  - name: uwsgi\n    private-limit: much", 3, "private-limit takes a size")]
    [InlineData("guard:\n  - name: uwsgi\n    private-limit: 1G\n    private-limits: 1G", 4, "a guard has no 'private-limits': 'private-limit'?")]
    [InlineData("guard:\n  - name: uwsgi\n    private-limit: 1G\n    act: perhaps", 4, "act takes yes or no")]
    [InlineData("guard:\n  - name: uwsgi\n    private-limit: 1G\n    kill-after: 10s", 2, "kill-after comes after grace")]
    [InlineData("guard:\n  - cgroup: shop\n    private-limit: 1G", 2, "a cgroup's name begins with /")]
    [InlineData("include:\n  - cgroup: shop.service", 2, "a cgroup's name begins with /: \"*/shop.service\" is one of that name anywhere")]
    public void An_error_is_told_by_its_line(string text, int line, string what)
    {
        Read(text, out var errors);
        Assert.StartsWith($"{_folder.File("serve.yaml")}:{line}: {what}", Assert.Single(errors), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("listen: 0.0.0.0:9923", "listen takes a loopback address")]
    [InlineData("tls-key: x", "tls-certificate and tls-key go together")]
    [InlineData("tls-self-signed: on\ntls-key: x\ntls-certificate: y", "tls-self-signed goes without tls-certificate")]
    [InlineData("listen: 0.0.0.0:9923\ntls-key: x\ntls-certificate: y", null)]
    [InlineData("listen: 0.0.0.0:9923\ntls-self-signed: on", null)]
    public void Others_hear_nothing_in_clear(string text, string? wrong)
    {
        var options = Read(text, out _);
        if (wrong is null)
            Assert.Null(options.Wrong);
        else
            Assert.StartsWith(wrong, options.Wrong, StringComparison.Ordinal);
    }

    [Fact]
    public void All_errors_are_told_and_an_empty_file_has_none()
    {
        Read("interval: x\nlisten: y\ncpu-share: 0\n", out var errors);
        Assert.Equal(3, errors.Count);
        Read("", out errors);
        Assert.Empty(errors);
        Assert.Contains("cannot be read", Assert.Throws<Failure>(() => ServeFile.Read("/nowhere/serve.yaml", ServeOptions.Usual, out _)).Message);
    }

    private ServeOptions Read(string text, out IReadOnlyList<string> errors) =>
        ServeFile.Read(_folder.File("serve.yaml", text), ServeOptions.Usual, out errors);
}
