namespace Lowtide.Tests.Live.Capture;

/// <summary>
/// The collector's copies are found, and the truth, which the workers measured around the act, lies in the interval.
/// </summary>
public sealed class CollectorCopiesTests
{
    private const string Id = "cpython.collector-copies";

    public static TheoryData<string, string> Orders => new(
        from python in Pythons.Paths.DefaultIfEmpty("")
        from order in new[] { "collected", "instagram", "children-first", "untracked" }
        select (python, order));

    [Theory]
    [MemberData(nameof(Orders))]
    public void What_the_collector_copied_lies_in_the_interval(string python, string order)
    {
        using var target = Said.Start(python, "collector_copies.py", order);
        var truth = target.Told("copied_bytes").Sum();
        var look = Look.At(target.Pid);

        Assert.True(truth > 20 << 20, $"the target copied only {truth} bytes: it tests nothing");
        Assert.Equal([Id], look.FindingIds);
        Assert.InRange(look.Evidence(Id, "copied_low_bytes"), 0, truth);
        Assert.InRange(look.Evidence(Id, "copied_high_bytes"), truth, truth + (2 * Look.Slack));
        // Nothing else copied, so that what is claimed is the truth itself and not only about it.
        Assert.InRange(look.Finding(Id).Bytes!.Value, truth - (2 * Look.Slack), truth + (2 * Look.Slack));
    }

    /// <summary>Where the collector leaves its own mark on most pages, it is convicted and not merely suspected.</summary>
    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Reordered_lists_prove_it(string python)
    {
        using var target = Said.Start(python, "collector_copies.py", "children-first");
        var look = Look.At(target.Pid);
        Assert.InRange(look.Evidence(Id, "relinked_bytes"), target.Told("copied_bytes").Sum() * 3 / 4, long.MaxValue);
        Assert.InRange(look.Evidence(Id, "copied_low_bytes"), target.Told("copied_bytes").Sum() / 2, long.MaxValue);
    }

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Counters_say_which_collection_it_was(string python)
    {
        using (var collected = Said.Start(python, "collector_copies.py", "collected"))
            Assert.Equal(2, Look.At(collected.Pid).Evidence(Id, "full_collections"));
        using var instagram = Said.Start(python, "collector_copies.py", "instagram");
        var look = Look.At(instagram.Pid);
        Assert.Equal(0, look.Evidence(Id, "full_collections"));
        var young = instagram.Workers().Sum(worker => worker.GetProperty("collections")[0].GetInt64() + worker.GetProperty("collections")[1].GetInt64());
        Assert.Equal(young, look.Evidence(Id, "young_collections"));
    }

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Without_a_collection_nothing_is_found(string python)
    {
        using var target = Said.Start(python, "collector_copies.py", "none");
        var look = Look.At(target.Pid);
        Assert.Empty(look.FindingIds);
        Assert.All(target.WorkerPids(), pid => Assert.InRange(look.Tally(pid).CopiedBytes, 1, Look.Slack));
        Assert.All(target.WorkerPids(), pid => Assert.InRange(look.Tally(pid).InheritedSharedBytes, 8 << 20, long.MaxValue));
    }
}
