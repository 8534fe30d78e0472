using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.CPython;

/// <summary>The master walks what it shares with workers that it has forked already.</summary>
public sealed class MasterCollectsTests
{
    private const string Id = "cpython.master-collects", Remedy = "cpython.gc-freeze-master";

    /// <summary>What a copy of each of several workers' libraries may differ by.</summary>
    private const long Slack = Look.Slack;

    /// <summary>Celery's pool does so: all workers but the last one have their pages to themselves.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Before_each_fork(string python)
    {
        using var target = Said.Start(python, "collects_between_forks.py", "3");
        var truth = target.Told("copied_bytes");
        Assert.True(truth.Take(2).All(copied => copied > 8 << 20) && truth[2] < truth[0] / 4, $"copied: {string.Join(", ", truth)}: it tests nothing");
        var look = Look.At(target.Pid);
        Assert.Equal([Id], look.FindingIds);
        Assert.InRange(look.Evidence(Id, "copied_high_bytes"), truth.Take(2).Sum() * 9 / 10, truth.Sum() + (2 * Slack));
        Assert.InRange(look.Evidence(Id, "copied_low_bytes"), 1, truth.Sum());
        Assert.Equal(2, look.Evidence(Id, "master_full_collections"));
        var explained = Assert.Single(Diagnosis.Of(look.Recording).Findings);
        Assert.Equal(Remedy, explained.Remedies[0].Remedy.Id);
    }

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void The_remedy_leaves_nothing_to_find(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(
            python, [Target.Path("collects_between_forks.py"), "3"], ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", Remedy));
        Assert.All(target.Told("frozen"), frozen => Assert.True(frozen > 100_000));
        var look = Look.At(target.Pid);
        Assert.Empty(look.FindingIds);
        Assert.Contains(new RemedyInEffect(Remedy, true), RemediesInEffect.Of(look.Family));
        Assert.Contains(new RemedyInEffect("cpython.gc-freeze", true, Remedy), RemediesInEffect.Of(look.Family));
    }

    /// <summary>What the master copied while its workers slept they still share with each other: one copy, which is the master's.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void After_all_forks(string python)
    {
        using var target = Said.Start(python, "master_collects.py", "2");
        var truth = target.Said.GetProperty("master_copied_bytes").GetInt64();
        var look = Look.At(target.Pid);
        Assert.True(truth > 12 << 20, $"the master copied only {truth} bytes: it tests nothing");
        Assert.Equal([Id], look.FindingIds);
        Assert.InRange(look.Family.Master!.MasterCopiedBytes!.Value, truth - Slack, truth + Slack);
        Assert.InRange(look.Finding(Id).Bytes!.Value, truth - Slack, truth + Slack);
        Assert.All(target.WorkerPids(), pid => Assert.InRange(look.Tally(pid).CopiedBytes, 0, Slack));
    }

    /// <summary>One worker has such a page to itself as well.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void With_one_worker(string python)
    {
        using var target = Said.Start(python, "master_collects.py", "1");
        var truth = target.Said.GetProperty("master_copied_bytes").GetInt64();
        var look = Look.At(target.Pid);
        Assert.Null(look.Family.Master!.MasterCopiedBytes);
        Assert.Equal([Id], look.FindingIds);
        Assert.InRange(look.Finding(Id).Bytes!.Value, truth - Slack, truth + Slack);
    }
}
