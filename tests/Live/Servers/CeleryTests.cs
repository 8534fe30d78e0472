using System.Text.Json;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Servers;

/// <summary>Celery's prefork pool, over the filesystem transport.</summary>
public sealed class CeleryTests
{
    private const int Workers = 2;

    [Theory]
    [InlineData(true, "celeryd")]
    [InlineData(false, "celery")]
    public async Task Preloaded_with_the_remedy_on(bool titled, string name)
    {
        await using var server = await StartAsync([ServedFamilies.Threshold0], titled);
        var workers = Ask(server);
        var look = ServedFamilies.MustBe(server.Pid, workers);
        ServedFamilies.MustBeCalled(server.Pid, name);
        look.MustHaveCollectorsCopies(workers);
        look.MustNotCollect(workers);
        Assert.Equal(0, (await server.StopAsync()).ExitCode);
    }

    /// <summary>With other brokers than this one its pool collects in the master before each fork, where a remedy in the workers would be in vain.</summary>
    [Fact]
    public async Task What_keeps_the_master_from_copying_too_stands_first()
    {
        const string Id = "cpython.collector-copies", Remedy = "cpython.gc-freeze-master";
        await using (var server = await StartAsync([], titled: false))
        {
            var look = ServedFamilies.MustBe(server.Pid, Ask(server));
            Assert.Equal(Remedy, Diagnosis.Of(look.Recording).Findings.First(finding => finding.Finding.Id == Id).Remedies[0].Remedy.Id);
        }
        await using var frozen = await StartAsync([Remedy], titled: false);
        var then = ServedFamilies.MustBe(frozen.Pid, Ask(frozen));
        Assert.DoesNotContain(Id, then.FindingIds);
        Assert.Contains(new RemedyInEffect(Remedy, true), RemediesInEffect.Of(then.Family));
    }

    /// <summary>The shortest form: a signal's receiver in the application's module, of 'lowtide remedies ID --as celery'.</summary>
    [Theory]
    [InlineData("cpython.gc-freeze")]
    [InlineData("cpython.gc-freeze-master")]
    public async Task It_is_kept_by_a_receiver_of_its_signal(string id)
    {
        var code = RemedyCatalogue.Find(id)!.Permanent.Code.Single(code => code.Server == ServerProgram.Celery);
        await using var server = await StartAsync([], titled: false, $"KEPT={string.Join('\n', code.Lines)}");
        ServedFamilies.MustBeOn(RemedyCatalogue.Find(id)!, ServedFamilies.MustBe(server.Pid, Ask(server)));
    }

    [Theory, Trait("Scope", "Full")]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_tasks_load_at_their_first_run_is_not_preloaded(bool titled)
    {
        await using var server = await StartAsync([ServedFamilies.Threshold0], titled, "HEAP=late");
        var workers = Ask(server);
        var look = ServedFamilies.MustBe(server.Pid, workers);
        look.MustLackPreload(workers, ServerProgram.Celery);
        look.MustNotCollect(workers);
    }

    [Theory, Trait("Scope", "Full"), MemberData(nameof(ServedFamilies.Remedies), MemberType = typeof(ServedFamilies))]
    public async Task Each_remedy_is_borne(string id)
    {
        // No worker is killed here, as in the other servers: an idle one may hold the lock of the pool's queue, and all wait for ever then.
        await using var server = await StartAsync([id], titled: false);
        ServedFamilies.MustBeOn(RemedyCatalogue.Find(id)!, ServedFamilies.MustBe(server.Pid, Ask(server)));
        Assert.Equal(0, (await server.StopAsync()).ExitCode);
    }

    private static Task<ServerProcess> StartAsync(string[] remedies, bool titled, params string[] variables)
    {
        Assert.SkipUnless(Directory.Exists("/usr/lib/python3/dist-packages/celery"), "celery is not installed");
        Assert.SkipWhen(titled && !ServerProcess.HasTitles, "python3-setproctitle is not installed");
        return ServerProcess.StartAsync(
            _ => [ServerProcess.Python, "-m", "celery", "--workdir", ServerProcess.Programs, "-A", "served_celery", "worker", "-c", $"{Workers}"],
            remedies, ["FOLDER={folder}", .. titled ? [] : new[] { ServerProcess.Untitled }, .. variables]);
    }

    private static IReadOnlyList<Worker> Ask(ServerProcess server)
    {
        var asked = Ran.Command(
            [ServerProcess.Python, Path.Combine(ServerProcess.Programs, "ask_celery.py"), $"{Workers}"],
            ("FOLDER", server.Folder), ("HEAP", "late"), ("PYTHONDONTWRITEBYTECODE", "1"));
        Assert.True(asked.ExitCode == 0, $"{asked.Error}\n{string.Join('\n', server.Log)}");
        var said = Worker.All(JsonDocument.Parse(asked.Output).RootElement);
        Assert.Equal(Workers, said.Count);
        return said;
    }
}
