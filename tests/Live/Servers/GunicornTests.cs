using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;

namespace Lowtide.Tests.Live.Servers;

/// <summary>Django on gunicorn: its arbiter with and without --preload, and under a title.</summary>
public sealed class GunicornTests
{
    private const string Program = "/usr/bin/gunicorn";

    private readonly int _port = ServerProcess.FreePort();

    /// <summary>With python3-setproctitle it renames itself and its workers, as it does by default wherever that is installed.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Preloaded_with_the_remedy_on(bool titled)
    {
        await using var server = await StartAsync([ServedFamilies.Threshold0], titled, "--preload");
        var workers = await server.AskAsync(_port, 2);
        var look = ServedFamilies.MustBe(server.Pid, workers);
        Assert.Equal("gunicorn", look.Family.Name);
        ServedFamilies.MustBeCalled(server.Pid, "gunicorn");
        Assert.Equal($"http://127.0.0.1:{_port}/", ServerAddress.Of(look.Family)?.Url);
        look.MustHaveCollectorsCopies(workers);
        look.MustNotCollect(workers);
        Assert.Equal(0, (await server.StopAsync()).ExitCode);
    }

    [Theory, Trait("Scope", "Full")]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Without_preload_each_worker_loads_its_own(bool titled)
    {
        await using var server = await StartAsync([ServedFamilies.Threshold0], titled);
        var workers = await server.AskAsync(_port, 2);
        var look = ServedFamilies.MustBe(server.Pid, workers);
        look.MustLackPreload(workers, ServerProgram.Gunicorn);
        look.MustNotCollect(workers);
    }

    [Theory, Trait("Scope", "Full"), MemberData(nameof(ServedFamilies.Remedies), MemberType = typeof(ServedFamilies))]
    public async Task Each_remedy_is_borne(string id)
    {
        await using var server = await StartAsync([id], titled: false, "--preload");
        await server.MustBearAsync(RemedyCatalogue.Find(id)!, within => server.AskAsync(_port, 2, within));
    }

    /// <summary>The shortest form: a hook in its configuration, of 'lowtide remedies ID --as gunicorn'.</summary>
    [Theory]
    [InlineData("cpython.gc-freeze")]
    [InlineData("cpython.gc-freeze-master")]
    public async Task It_is_kept_by_a_hook_of_its_configuration(string id)
    {
        using var folder = new TempFolder();
        var code = RemedyCatalogue.Find(id)!.Permanent.Code.Single(code => code.Server == ServerProgram.Gunicorn);
        await using var server = await StartAsync(
            [], titled: false, "--preload", "-c", folder.File("gunicorn.conf.py", string.Join('\n', code.Lines) + "\n"));
        ServedFamilies.MustBeOn(RemedyCatalogue.Find(id)!, ServedFamilies.MustBe(server.Pid, await server.AskAsync(_port, 2)));
    }

    [Fact]
    public async Task A_reload_is_recorded()
    {
        await using var server = await StartAsync(["cpython.fast-exit"], titled: false, "--preload");
        await RecordedReload.MustTellApartAsync(server, _port, byExec: false);
    }

    /// <summary>The arbiter waits for any child; workers that come later are no less workers.</summary>
    [Fact]
    public async Task A_keeper_is_no_worker()
    {
        await using var server = await StartAsync([ServedFamilies.Threshold0], ["LOWTIDE_KEEPER=1", ServerProcess.Untitled], "--preload");
        var look = ServedFamilies.MustBe(server.Pid, await server.AskAsync(_port, 2));
        Assert.NotNull(look.Family.Keeper);
        Assert.Equal(0, (await server.StopAsync()).ExitCode);
    }

    private Task<ServerProcess> StartAsync(string[] remedies, bool titled, params string[] options)
    {
        Assert.SkipWhen(titled && !ServerProcess.HasTitles, "python3-setproctitle is not installed");
        return StartAsync(remedies, titled ? [] : [ServerProcess.Untitled], options);
    }

    private Task<ServerProcess> StartAsync(string[] remedies, string[] variables, params string[] options)
    {
        Assert.SkipUnless(File.Exists(Program) && Directory.Exists("/usr/lib/python3/dist-packages/django"), "gunicorn or python3-django is not installed");
        return ServerProcess.StartAsync(_ =>
        [
            ServerProcess.Python, Program, "--workers", "2", "--bind", $"127.0.0.1:{_port}", "--chdir", ServerProcess.Programs,
            .. options, "served_django:application",
        ], remedies, variables);
    }
}
