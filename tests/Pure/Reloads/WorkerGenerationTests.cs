using Lowtide.Analysis.Reloads;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.Reloads.MadeReload;

namespace Lowtide.Tests.Pure.Reloads;

public sealed class WorkerGenerationTests
{
    [Fact]
    public void Who_stays_is_one_generation() => Is([[2, 3]], Lives(2, 0, 9), Lives(3, 0, 9));

    [Fact]
    public void One_that_is_respawned_belongs_to_the_others() => Is([[2, 3, 4]], Lives(2, 0, 9), Lives(3, 0, 4), Lives(4, 5, 9));

    /// <summary>uWSGI: all go, then all come, and a sample may lie between their forks.</summary>
    [Fact]
    public void All_go_before_others_come() => Is([[2, 3], [4, 5]], Lives(2, 0, 4), Lives(3, 0, 3), Lives(4, 6, 12), Lives(5, 7, 12));

    /// <summary>gunicorn: the new ones come before the old ones go.</summary>
    [Fact]
    public void Others_come_before_all_have_gone() =>
        Is([[2, 3], [4, 5], [6]], Lives(2, 0, 4), Lives(3, 0, 5), Lives(4, 3, 10), Lives(5, 4, 9), Lives(6, 9, 12));

    [Fact]
    public void Who_came_after_another_of_its_generation_may_outlive_it() =>
        Is([[2], [4, 5], [6, 7]], Lives(2, 0, 4), Lives(4, 6, 10), Lives(5, 7, 11), Lives(6, 14, 20), Lives(7, 14, 20));

    [Fact]
    public void It_is_known_when_they_had_gone()
    {
        var generations = WorkerGeneration.All(Recording(Lives(2, 0, 4), Lives(3, 0, 5), Lives(4, 7, 9)));
        Assert.Equal([(0, 5), (7, null)], generations.Select(generation => (generation.FirstSeconds, generation.GoneSeconds)));
    }

    [Fact]
    public void Without_workers_there_is_none()
    {
        Assert.Empty(WorkerGeneration.All(Recording([Master(0, 1, 1)])));
        Assert.Empty(WorkerGeneration.All(Recording([])));
    }

    [Fact]
    public void A_master_is_another_after_an_exec_or_as_another_process()
    {
        var changes = MasterChange.All(Recording([Master(0, 1, 7), Master(1, 1, 7), Master(2, 1, 8), Master(3, 5, 9)]));
        Assert.Equal([new MasterChange(2, 1, ByExec: true), new MasterChange(3, 5, ByExec: false)], changes);
        Assert.Empty(MasterChange.All(Recording([Master(0, 1, null), Master(1, 1, 7), Master(2, 1, 0)])));
    }

    private static void Is(int[][] pids, params IEnumerable<Sample>[] samples) =>
        Assert.Equal(pids, WorkerGeneration.All(Recording(samples)).Select(generation => generation.Workers.Select(worker => worker.Pid)));
}
