using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.Servers;

/// <summary>Django on uWSGI: preloaded, lazy, with threads, and with workers that come and go.</summary>
public sealed class UwsgiServerTests
{
    private const string Program = "/usr/bin/uwsgi-core", Plugins = "/usr/lib/uwsgi/plugins";

    private readonly int _port = ServerProcess.FreePort();

    [Fact]
    public async Task Preloaded_with_the_remedy_on()
    {
        await using var server = await StartAsync([ServedFamilies.Threshold0], [], "--processes", "2");
        var workers = await server.AskAsync(_port, 2);
        var look = ServedFamilies.MustBe(server.Pid, workers);
        look.MustHaveCollectorsCopies(workers); // they call gc.collect() themselves, which no threshold keeps them from
        look.MustNotCollect(workers);
        Assert.Equal(0, (await server.StopAsync()).ExitCode);
    }

    [Fact, Trait("Scope", "Full")]
    public async Task Lazy_apps_are_not_preloaded()
    {
        await using var server = await StartAsync([ServedFamilies.Threshold0], [], "--processes", "2", "--lazy-apps");
        var workers = await server.AskAsync(_port, 2);
        var look = ServedFamilies.MustBe(server.Pid, workers);
        look.MustLackPreload(workers, ServerProgram.Uwsgi);
        look.MustNotCollect(workers);
    }

    /// <summary>Threads of a worker are no workers.</summary>
    [Fact, Trait("Scope", "Full")]
    public async Task Threads()
    {
        await using var server = await StartAsync([ServedFamilies.Threshold0], [], "--processes", "2", "--threads", "3");
        var workers = await server.AskAsync(_port, 2);
        var look = ServedFamilies.MustBe(server.Pid, workers);
        Assert.All(look.Family.Workers, worker => Assert.Equal(3, worker.Process.Threads));
        look.MustHaveCollectorsCopies(workers);
        look.MustNotCollect(workers);
    }

    /// <summary>It starts with one worker and adds more while all are busy; once they are idle it ends them again.</summary>
    [Fact, Trait("Scope", "Full")]
    public async Task Cheaper_workers_come_and_go()
    {
        await using var server = await StartAsync(
            [ServedFamilies.Threshold0], ["SECONDS=0.3"], "--processes", "3", "--cheaper", "1", "--cheaper-initial", "1", "--cheaper-overload", "1");
        var one = await server.AskAsync(_port, 1);
        ServedFamilies.MustBe(server.Pid, one);
        var all = await server.AskAsync(_port, 3);
        var look = Look.At(server.Pid);
        Assert.Equal(server.Pid, look.Family.Master?.Process.Pid);
        Assert.Equal(3, all.Count);
        Assert.Subset(all.Select(worker => worker.Pid).ToHashSet(), look.Family.Workers.Select(worker => worker.Process.Pid).ToHashSet());
        look.MustNotCollect(all);
        await server.EventuallyAsync(() => Task.FromResult(Look.At(server.Pid).Family.Workers.Count == 1), "only one is left");
    }

    public static MatrixTheoryData<string, string> Ways => new(
        ServedFamilies.RemedyIds.Where(id => RemedyCatalogue.Find(id)!.RefusalAtLaunch(new Dictionary<string, string>(), [Program]) is null),
        ["", "--py-call-osafterfork", "--lazy-apps", "--threads=2", "--cheaper=1"]);

    [Theory, Trait("Scope", "Full"), MemberData(nameof(Ways))]
    public async Task Each_remedy_is_borne(string id, string way)
    {
        string[] options = way.Length == 0 ? [] : [way];
        // Where there are more workers only while all are busy, they have to be.
        string[] variables = way.StartsWith("--cheaper", StringComparison.Ordinal) ? ["SECONDS=0.3"] : [];
        await using var server = await StartAsync([id], variables, ["--processes", "2", .. options]);
        await server.MustBearAsync(RemedyCatalogue.Find(id)!, within => server.AskAsync(_port, 2, within));
    }

    /// <summary>The shortest form: two lines in the application's module, of 'lowtide remedies cpython.gc-freeze --as uwsgi'.</summary>
    [Fact]
    public async Task It_is_kept_by_two_lines_of_code()
    {
        using var folder = new TempFolder();
        var code = string.Join('\n', new GcFreeze().Permanent.Code.Single(code => code.Server == ServerProgram.Uwsgi).Lines);
        var module = folder.File("kept.py", $"import sys\nsys.path.insert(0, '{ServerProcess.Programs}')\nfrom served_django import application\n{code}\n");
        await using var server = await StartAsync([], [], "--processes", "2", "--wsgi-file", module);
        ServedFamilies.MustBeOn(new GcFreeze(), ServedFamilies.MustBe(server.Pid, await server.AskAsync(_port, 2)));
    }

    [Fact]
    public async Task A_reload_is_recorded()
    {
        await using var server = await StartAsync(["cpython.fast-exit"], [], "--processes", "2");
        await RecordedReload.MustTellApartAsync(server, _port, byExec: true);
    }

    private Task<ServerProcess> StartAsync(string[] remedies, string[] variables, params string[] options)
    {
        Assert.SkipUnless(
            File.Exists(Program) && File.Exists($"{Plugins}/python3_plugin.so") && Directory.Exists("/usr/lib/python3/dist-packages/django"),
            "uwsgi-core, uwsgi-plugin-python3 or python3-django is not installed");
        return ServerProcess.StartAsync(_ =>
        [
            Program, "--plugins-dir", Plugins, "--plugin", "python3", "--master", "--http-socket", $"127.0.0.1:{_port}",
            "--wsgi-file", Path.Combine(ServerProcess.Programs, "served_django.py"), "--die-on-term", "--no-orphans", .. options,
        ], remedies, variables);
    }
}
