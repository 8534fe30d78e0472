using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>The program itself asked for collections: who, how often, and whether memory was short at all.</summary>
public sealed class InducedCollections : IFindingRule
{
    private const int MostCallers = 4;

    public string Id => "dotnet.induced-collections";

    public Examination Examine(Recording recording)
    {
        if (recording.DotNet is not { } trace)
            return Examination.Nothing;
        var induced = trace.Collections.Where(collection => collection.IsInduced).ToList();
        if (induced.Count == 0)
            return Examination.Nothing;
        var callers = induced.GroupBy(collection => Blame.Caller(trace.Stack(collection.Stack))).OrderByDescending(same => same.Count()).ToList();
        var most = callers[0];
        return Examination.Found(new Finding(
            Id,
            $"{(callers.Count == 1 ? most.Key : $"{most.Key} and {callers.Count - 1} more")} asked for {induced.Count:N0} of the "
                + $"{trace.Collections.Count:N0} collections{Every(most)}.",
            null, null,
            [
                .. callers.Take(MostCallers).Select(same => new Evidence("induced", same.Count(),
                    $"{same.Key}: {same.Count():N0}{Every(same)}, {Kinds(same)}, {PauseWords.Text(same)}")),
                .. Masking(recording, induced),
            ])
        {
            Seconds = induced.Sum(collection => collection.PauseSeconds),
        });
    }

    private static string Every(IEnumerable<DotNetCollection> collections) =>
        Period.Of(collections.Select(collection => collection.At)) is { } period ? $", one every {Amount.Time(period)}" : "";

    private static string Kinds(IEnumerable<DotNetCollection> collections) => string.Join(" and ", collections
        .GroupBy(collection => (collection.Generation, Blocking: collection.Kind != CollectionKind.Background))
        .OrderByDescending(same => same.Count())
        .Select(same => $"{same.Count():N0} of generation {same.Key.Generation}{(same.Key.Blocking ? ", blocking" : ", background")}"));

    /// <summary>
    /// Code that watches a limit of its own collects while the machine has plenty: what the process held then, of what there was, names the limit.
    /// </summary>
    private static IEnumerable<Evidence> Masking(Recording recording, List<DotNetCollection> induced)
    {
        var loads = induced.Select(collection => collection.MemoryLoadPercent).OfType<int>().Order().ToList();
        if (loads.Count > 0)
            yield return new Evidence("memory_load_percent", loads[loads.Count / 2],
                $"{loads[loads.Count / 2]}% of the memory was in use as they came"
                    + $"{(loads[^1] < MemoryLimit.UsualHighPercent ? ": not short, the collector itself saw no need" : "")}");
        var held = recording.Samples.Select(sample => sample.Memory.PrivateBytes).OfType<long>().Order().ToList();
        if (held.Count == 0 || (recording.Latest.Cgroup?.LimitBytes ?? recording.Host.MemoryBytes) is not { } limit)
            yield break;
        var median = held[held.Count / 2];
        yield return new Evidence("private_share", median / (double)limit,
            $"the process held {Amount.Bytes(median)} of its own (private bytes), {Amount.Percent(median / (double)limit)} of the "
                + $"{(recording.Latest.Cgroup?.LimitBytes is null ? "machine's" : "container's")} "
                + $"{Amount.Bytes(limit)}: what compares it with a limit of its own collects from there on");
    }
}
