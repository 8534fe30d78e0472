using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Servers;

/// <summary>multiprocessing's pools: forked from the program itself, or from a fork server.</summary>
public sealed class MultiprocessingTests
{
    [Fact]
    public void A_pool_that_forks_shares_what_was_loaded()
    {
        using var pool = Start("fork");
        var workers = Worker.All(pool.Said.GetProperty("workers"));
        ServedFamilies.MustBe(pool.Pid, workers).MustHaveCollectorsCopies(workers);
    }

    [Fact, Trait("Scope", "Full")]
    public void A_pool_whose_workers_load_their_own_is_not_preloaded()
    {
        using var pool = Start("late");
        var workers = Worker.All(pool.Said.GetProperty("workers"));
        ServedFamilies.MustBe(pool.Pid, workers).MustLackPreload(workers, server: null);
    }

    /// <summary>The program and the resource tracker, which were started and not forked, are families of their own.</summary>
    [Fact]
    public void A_fork_server_is_the_master()
    {
        using var pool = Start("forkserver");
        var workers = Worker.All(pool.Said.GetProperty("workers"));
        Assert.NotEqual(pool.Pid, workers[0].Parent);
        ServedFamilies.MustBe(workers[0].Parent, workers).MustLackPreload(workers, ServerProgram.ForkServer);
    }

    [Fact, Trait("Scope", "Full")]
    public void A_fork_server_that_was_told_to_preload_shares_it()
    {
        using var pool = Start("preloaded");
        var workers = Worker.All(pool.Said.GetProperty("workers"));
        ServedFamilies.MustBe(workers[0].Parent, workers).MustHaveCollectorsCopies(workers);
    }

    [Fact]
    public void A_keeper_is_no_worker()
    {
        using var pool = Start("fork", Built.Lowtide, "run", "--keeper", "--");
        Assert.NotNull(ServedFamilies.MustBe(pool.Pid, Worker.All(pool.Said.GetProperty("workers"))).Family.Keeper);
    }

    [Theory, Trait("Scope", "Full"), MemberData(nameof(ServedFamilies.Remedies), MemberType = typeof(ServedFamilies))]
    public void Each_remedy_is_on_in_every_worker(string id)
    {
        using var pool = Start("fork", Built.Lowtide, "run", "--remedy", id, "--");
        var workers = Worker.All(pool.Said.GetProperty("workers"));
        ServedFamilies.MustBeOn(RemedyCatalogue.Find(id)!, ServedFamilies.MustBe(pool.Pid, workers));
    }

    /// <summary>A fork server looks for what it is to load on PYTHONPATH, not where the program is, and passes over what it does not find.</summary>
    private static Target Start(string way, params string[] launcher)
    {
        Assert.SkipUnless(File.Exists(ServerProcess.Python), "no Debian Python on this machine");
        string[] words = [.. launcher, ServerProcess.Python, Path.Combine(ServerProcess.Programs, "pools.py"), way];
        return Target.Start(words[0], words[1..], ("PYTHONPATH", ServerProcess.Programs));
    }
}
