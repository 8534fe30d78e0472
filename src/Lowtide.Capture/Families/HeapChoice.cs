using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>
/// Of which workers a look walks the heaps. Each of the others takes the facts of one of these, each of which stands for as many as any: a sum over all is
/// then an estimate without bias of what it would have been (Andridge and Little 2010, doi:10.1111/j.1751-5823.2010.00103.x, on donors drawn at random).
/// </summary>
internal sealed class HeapChoice
{
    private readonly HashSet<int> _walked;
    private readonly Random _random;

    private HeapChoice(HashSet<int> walked, Random random) => (_walked, _random) = (walked, random);

    /// <summary>Null where all may be walked.</summary>
    public static HeapChoice? Of(IReadOnlyList<ProcessStat> workers, LookLimit limit)
    {
        if (workers.Count <= limit.Workers)
            return null;
        var pids = workers.Select(worker => worker.Pid).ToArray();
        limit.Random.Shuffle(pids);
        return new HeapChoice([.. pids.Take(limit.Workers)], limit.Random);
    }

    public bool Walks(int pid) => _walked.Contains(pid);

    /// <summary>Workers in their order. One that is like none that was walked keeps what is known of it.</summary>
    public List<Member> Fill(List<Member> workers)
    {
        var filled = workers.ToArray();
        foreach (var alike in workers.Index().GroupBy(worker => (worker.Item.Runtime?.Name, worker.Item.Allocator?.Name)))
        {
            var donors = alike.Select(worker => worker.Item).Where(worker => Walks(worker.Process.Pid)).ToArray();
            var others = alike.Where(worker => !Walks(worker.Item.Process.Pid)).Select(worker => worker.Index).ToArray();
            _random.Shuffle(others);
            for (var at = 0; donors.Length > 0 && at < others.Length; at++)
                filled[others[at]] = WithHeapsOf(donors[at % donors.Length], workers[others[at]]);
        }
        return [.. filled];
    }

    private static Member WithHeapsOf(Member donor, Member worker) => worker with
    {
        HeapsOf = donor.Process.Pid,
        Allocator = donor.Allocator,
        RubyHeap = donor.RubyHeap,
        PythonHeap = donor.PythonHeap,
        Parts = donor.Parts,
    };
}
