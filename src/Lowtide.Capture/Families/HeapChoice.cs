using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>
/// Of which workers a look walks the heaps. Each of the others takes the facts of one of these, drawn at random, so that a sum over all is an estimate
/// without bias of what it would have been (Andridge and Little 2010, doi:10.1111/j.1751-5823.2010.00103.x). By the same salt the same ones are drawn for
/// as long as they live: two looks differ by what changed, and not by who was looked at.
/// </summary>
internal sealed class HeapChoice
{
    private readonly List<(int Pid, long StartTicks)> _walked;
    private readonly int _salt;

    private HeapChoice(IEnumerable<(int, long)> walked, int salt) => (_walked, _salt) = ([.. walked], salt);

    /// <summary>Null where all may be walked.</summary>
    public static HeapChoice? Of(IReadOnlyList<ProcessStat> workers, LookLimit limit) => workers.Count <= limit.Workers ? null
        : new HeapChoice(workers.Select(worker => (worker.Pid, worker.StartTicks)).OrderBy(worker => Draw(limit.Salt, worker)).Take(limit.Workers), limit.Salt);

    public bool Walks(int pid) => _walked.Exists(worker => worker.Pid == pid);

    /// <summary>Workers in their order. One that is like none that was walked keeps what is known of it.</summary>
    public List<Member> Fill(List<Member> workers)
    {
        var filled = workers.ToArray();
        foreach (var alike in workers.Index().GroupBy(worker => (worker.Item.Runtime?.Name, worker.Item.Allocator?.Name)))
        {
            var drawn = alike.OrderBy(worker => Draw(_salt, (worker.Item.Process.Pid, worker.Item.Process.StartTicks))).ToList();
            var donors = drawn.Where(worker => Walks(worker.Item.Process.Pid)).ToList();
            foreach (var (number, other) in drawn.Where(worker => !Walks(worker.Item.Process.Pid)).Index())
                if (donors.Count > 0)
                    filled[other.Index] = WithHeapsOf(donors[number % donors.Count].Item, other.Item);
        }
        return [.. filled];
    }

    /// <summary>A number by chance of each worker, the same each time. HashCode mixes otherwise in each run of Lowtide.</summary>
    private static int Draw(int salt, (int, long) worker) => HashCode.Combine(salt, worker);

    private static Member WithHeapsOf(Member donor, Member worker) => worker with
    {
        HeapsOf = donor.Process.Pid,
        Allocator = donor.Allocator,
        RubyHeap = donor.RubyHeap,
        PythonHeap = donor.PythonHeap,
        Parts = donor.Parts,
        Runtime = worker.Runtime is { Collector: { } own } runtime && donor.Runtime?.Collector is { Young: { } young }
            ? runtime with { Collector = own with { Young = young } } : worker.Runtime,
    };
}
