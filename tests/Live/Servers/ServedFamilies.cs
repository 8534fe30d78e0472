using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Capture.Families;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.Servers;

/// <summary>What must be true of any server's family, held against what its workers say themselves.</summary>
internal static class ServedFamilies
{
    public const string Threshold0 = "cpython.gc-threshold-0";

    private const string Collector = "cpython.collector-copies", NotPreloaded = "fork.not-preloaded";

    /// <summary>One family, found by its master and by any worker: the process that forked, and all that answer.</summary>
    public static Look MustBe(int master, IReadOnlyList<Worker> workers)
    {
        Assert.All(workers, worker => Assert.Equal(master, worker.Parent));
        var look = Look.At(workers[^1].Pid);
        Assert.Equal(master, look.Family.Master?.Process.Pid);
        Assert.Equal(workers.Select(worker => worker.Pid), look.Family.Workers.Select(worker => worker.Process.Pid).Order());
        return look;
    }

    /// <summary>What their collections copied lies in the finding's interval.</summary>
    public static void MustHaveCollectorsCopies(this Look look, IReadOnlyList<Worker> workers)
    {
        var truth = workers.Sum(worker => worker.CopiedBytes);
        Assert.All(workers, worker => Assert.Equal(look.Family.Master!.Process.Pid, worker.LoadedBy));
        Assert.True(truth > workers.Count * (40L << 20), $"the workers copied only {truth} bytes: it tests nothing");
        Assert.DoesNotContain(NotPreloaded, look.FindingIds);
        Assert.InRange(look.Evidence(Collector, "copied_low_bytes"), 1, truth);
        Assert.InRange(look.Evidence(Collector, "copied_high_bytes"), truth * 9 / 10, truth + (workers.Count * 8L << 20));
    }

    /// <summary>Each built what it holds; the server's own setting is named.</summary>
    public static void MustLackPreload(this Look look, IReadOnlyList<Worker> workers, string? server)
    {
        Assert.All(workers, worker => Assert.Equal(worker.Pid, worker.LoadedBy));
        var explained = Assert.Single(Diagnosis.Of(look.Recording).Findings, finding => finding.Finding.Id == NotPreloaded);
        Assert.Equal(server, explained.Preload?.Server);
        // One copy is needed; the others are what preloading would save. The heap alone is 50 MiB and more.
        Assert.InRange(explained.Finding.Bytes!.Value, (workers.Count - 1) * (50L << 20), long.MaxValue);
    }

    /// <summary>As a TARGET; others may run here too.</summary>
    public static void MustBeCalled(int master, string name) => Assert.Contains(master, FamilyLookup.Named(name).Select(family => family.Head.Pid));

    /// <summary>By what the workers say, and by what is seen from outside.</summary>
    public static void MustNotCollect(this Look look, IReadOnlyList<Worker> workers)
    {
        Assert.All(workers, worker => Assert.Equal(0, worker.Threshold[0]));
        Assert.Equal([new RemedyInEffect(Threshold0, true)], RemediesInEffect.Of(look.Family).Where(entry => entry.Id == Threshold0));
    }

    /// <summary>What a remedy must be in any server: on in every worker, also in one that came later, and in nobody's way.</summary>
    /// <param name="ask">Waits until all workers of the server have answered that are wanted.</param>
    public static async Task MustBearAsync(this ServerProcess server, IRemedy remedy, Func<Predicate<Worker>?, Task<IReadOnlyList<Worker>>> ask)
    {
        var first = await ask(null);
        MustBeOn(remedy, MustBe(server.Pid, first));
        var ended = first[0].Pid;
        using (var process = System.Diagnostics.Process.GetProcessById(ended))
            process.Kill();
        var then = await ask(worker => worker.Pid != ended);
        Assert.Contains(then, worker => first.All(one => one.Pid != worker.Pid));
        MustBeOn(remedy, MustBe(server.Pid, then));
        Assert.Equal(0, (await server.StopAsync()).ExitCode);
    }

    public static void MustBeOn(IRemedy remedy, Look look) => Assert.True(RemediesInEffect.TookEffect(remedy, look.Family));

    /// <summary>Ids of those that a Python server may have, but for experiments: these have tests of their own, on Pythons that can have them.</summary>
    public static IEnumerable<string> RemedyIds => RemedyCatalogue.All
        .Where(remedy => !remedy.IsExperimental && Subject.Fits(remedy.Id, new RuntimeFacts("cpython", null, null)))
        .Select(remedy => remedy.Id);

    public static TheoryData<string> Remedies => new(RemedyIds);
}
