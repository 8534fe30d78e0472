using Lowtide.Analysis.Causes;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Inherited pages that hold something else now: no remedy that avoids useless writes brings them back.</summary>
public sealed class ReallyChanged : IFindingRule
{
    public const string FindingId = "fork.really-changed";

    public string Id => FindingId;

    public string Title => "the program changes what it inherited";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var workers = family.Workers.Where(worker => worker.Census is not null).ToList();
        var traced = workers.Select(worker => CopiedByCause.Of(family, worker)).OfType<CopiedByCause>().ToList();
        var untraced = workers.Where(worker => worker.Copies is null).Sum(worker => worker.Census!.Tally.CopiedChangedBytes);
        long Sum(CopyCause cause) => traced.Sum(worker => worker.BytesOf(cause));
        var (payload, reuse, cache) = (Sum(CopyCause.PayloadWrite), Sum(CopyCause.AllocatorReuse), Sum(CopyCause.CacheFill));
        var bytes = untraced + payload + reuse + cache;
        if (!Amount.Matters(bytes, family))
            return Examination.Nothing;
        var inherited = workers.Sum(worker => worker.Census!.Tally.InheritedBytes);
        var evidence = new List<Evidence>
        {
            new("inherited_bytes", inherited, $"{Amount.Bytes(inherited)} was surely inherited, by all workers together"),
        };
        if (untraced > 0)
            evidence.Add(new Evidence("changed_bytes", untraced, "pages whose words differ from the master's in more than the collector's links"));
        if (traced.Count > 0)
        {
            evidence.Add(new Evidence("payload_write_bytes", payload, $"{Amount.Bytes(payload)} by payload writes: the program's own data changed"));
            evidence.Add(new Evidence("allocator_reuse_bytes", reuse,
                $"{Amount.Bytes(reuse)} by allocator reuse: blocks that were freed, and handed out again"));
            evidence.Add(new Evidence("cache_fill_bytes", cache,
                $"{Amount.Bytes(cache)} by cache fill: hashes, versions and inline caches that are filled on first use"));
        }
        return Examination.Found(new Finding(
            Id,
            $"The workers changed {Amount.Bytes(bytes)} of the {Amount.Bytes(inherited)} that they inherited ({Amount.Percent(bytes / (double)inherited)}).",
            bytes,
            bytes / workers.Count,
            evidence));
    }
}
