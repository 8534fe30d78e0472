using Lowtide.Capture.Families;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Families;

/// <summary>Twenty workers, of which the older ones have more: the eighth has eight times as much as the first.</summary>
public sealed class HeapChoiceTests
{
    private const int Workers = 20, Walked = 8;

    private static readonly IReadOnlyList<ProcessStat> Stats = [.. Enumerable.Range(1, Workers).Select(pid =>
        new ProcessStat(pid, "uwsgi", 'S', 1, 0, 1, 100 + pid, 0, 0, 0, 0))];

    private static LookLimit Limit(int salt) => new(512, Walked, new Random(salt), salt);

    [Fact]
    public void Where_there_are_no_more_than_may_be_all_are_walked() => Assert.Null(HeapChoice.Of([.. Stats.Take(Walked)], Limit(1)));

    [Fact]
    public void The_same_are_walked_while_they_live()
    {
        var (one, other) = (HeapChoice.Of(Stats, Limit(1))!, HeapChoice.Of([.. Stats.Reverse()], Limit(1))!);
        Assert.Equal(Walked, Stats.Count(stat => one.Walks(stat.Pid)));
        Assert.All(Stats, stat => Assert.Equal(one.Walks(stat.Pid), other.Walks(stat.Pid)));
        // Who comes takes nobody's place but that of one who is drawn later.
        var more = HeapChoice.Of([.. Stats.Skip(1)], Limit(1))!;
        Assert.InRange(Stats.Skip(1).Count(stat => one.Walks(stat.Pid) != more.Walks(stat.Pid)), 0, 1);
    }

    /// <summary>Whoever is drawn, old or young, stands for one or two others: the mean of the sums over many draws is the sum.</summary>
    [Fact]
    public void Sums_are_right_in_the_mean()
    {
        const int draws = 2000;
        var (truth, sum) = (Stats.Sum(stat => (long)stat.Pid), 0.0);
        for (var salt = 0; salt < draws; salt++)
        {
            var choice = HeapChoice.Of(Stats, Limit(salt))!;
            var filled = choice.Fill([.. Stats.Select(stat => Worker(stat, choice.Walks(stat.Pid)))]);
            Assert.Equal(Stats.Select(stat => stat.Pid), filled.Select(worker => worker.Process.Pid));
            Assert.All(filled, worker => Assert.Equal(choice.Walks(worker.Process.Pid), worker.HeapsOf is null));
            sum += filled.Sum(worker => worker.PythonHeap!.InUseBytes);
        }
        // 95% of such means lie within 1%: a sum's own deviation is a fifth of it at most.
        Assert.InRange(sum / draws, 0.985 * truth, 1.015 * truth);
    }

    [Fact]
    public void One_that_is_like_none_keeps_what_is_known_of_it()
    {
        var choice = HeapChoice.Of(Stats, Limit(1))!;
        var filled = choice.Fill([.. Stats.Select(stat => Worker(stat, choice.Walks(stat.Pid)) with
        {
            Allocator = new AllocatorFacts(choice.Walks(stat.Pid) ? "glibc" : "jemalloc", null, null, null),
        })]);
        Assert.All(filled, worker => Assert.Null(worker.HeapsOf));
    }

    private static Member Worker(ProcessStat stat, bool walked) => new(
        new ProcessFacts(stat.Pid, 1, stat.StartTicks, "uwsgi", "uwsgi", null, null, null, 1), MemoryUse.Unknown, null, null, null)
    {
        PythonHeap = walked ? new PythonHeap(256 * 1024, 1, stat.Pid) : null,
    };
}
