using Lowtide.Capture.Faults;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Faults;

/// <summary>What is kept of many call chains: the frequent ones, and of the rest all that is summed over.</summary>
public sealed class FaultChainsTests
{
    private readonly CodeFunctions _functions = new();

    [Fact]
    public void The_rest_of_a_processs_chains_keeps_its_sums()
    {
        var chains = new FaultChains(_functions);
        for (var number = 1; number <= 600; number++)
            Add(chains, 7, number, _functions.Add($"f{number}", "a", collector: number % 2 == 0).Id);
        var all = chains.All(every: 10, collectorKnown: true);
        Assert.Equal(10 * 600 * 601 / 2, all.Sum(chain => chain.Faults));
        Assert.Equal(10 * (300 * 301), all.Where(chain => chain.ByCollector == true).Sum(chain => chain.Faults));
        Assert.Equal(500, all.Count(chain => chain.Frames.Count > 0));
        Assert.Equal([true, false], all.Where(chain => chain.Frames.Count == 0).Select(chain => chain.ByCollector).OrderDescending());
        Assert.Equal(["f600"], all[0].Frames);
    }

    [Fact]
    public void Of_many_short_lived_workers_it_is_bounded_in_all()
    {
        var chains = new FaultChains(_functions);
        var functions = Enumerable.Range(0, 100).Select(number => _functions.Add($"f{number}", "a").Id).ToList();
        for (var pid = 1; pid <= 200; pid++)
            foreach (var function in functions)
                Add(chains, pid, 1 + (pid % 3), function);
        var all = chains.All(every: 1, collectorKnown: null);
        Assert.InRange(all.Count(chain => chain.Frames.Count > 0), 0, 5_000);
        Assert.Equal(Enumerable.Range(1, 200).Sum(pid => 100L * (1 + (pid % 3))), all.Sum(chain => chain.Faults));
        Assert.All(all, chain => Assert.Null(chain.ByCollector));
    }

    /// <summary>What leads through the collector is proved even where the chain is cut further out; what does not, may.</summary>
    [Fact]
    public void A_cut_chain_tells_what_it_shows_and_no_more()
    {
        var chains = new FaultChains(_functions);
        var collector = _functions.Add("gc_collect_main", "a", collector: true);
        Add(chains, 7, 3, collector.Id, _functions.Cut.Id);
        Add(chains, 8, 3, _functions.Add("main", "a").Id, _functions.Cut.Id);
        Assert.Equal([true, null], chains.All(1, collectorKnown: true).Select(chain => chain.ByCollector));
    }

    private static void Add(FaultChains chains, int pid, int times, params int[] innermostFirst)
    {
        var node = chains.Tree.Add(innermostFirst);
        for (var time = 0; time < times; time++)
            chains.Add(new ToldFault(pid, "t", node, FaultKind.Copy));
    }
}
