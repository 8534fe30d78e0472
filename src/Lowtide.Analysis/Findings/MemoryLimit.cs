using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Collections that come because memory is nearly full, by the collector's own limit.</summary>
public sealed class MemoryLimit : IFindingRule
{
    /// <summary>GCHighMemPercent where nothing is set: from there on, generation 2 is collected more eagerly, blocking and compacting.</summary>
    internal const int UsualHighPercent = 90;

    private const int LeastCollections = 2;

    public string Id => "dotnet.memory-limit";

    public Examination Examine(Recording recording)
    {
        if (recording.DotNet is not { } trace)
            return Examination.Nothing;
        var high = trace.Settings?.HighMemoryPercent is > 0 and var set ? set : UsualHighPercent;
        var near = trace.Collections.Where(collection => collection.Generation == 2 && !collection.IsInduced
            && (collection.MemoryLoadPercent >= high || collection.Reason is CollectionReason.LowMemory or CollectionReason.LowMemoryHost
                or CollectionReason.OutOfSpaceSmall or CollectionReason.OutOfSpaceLarge)).ToList();
        if (near.Count < LeastCollections)
            return Examination.Nothing;
        var hard = trace.Settings?.HardLimitBytes is > 0 and var bytes ? bytes : (long?)null;
        var around = recording.Latest.Cgroup?.LimitBytes ?? recording.Host.MemoryBytes;
        return Examination.Found(new Finding(
            Id,
            $"{near.Count} collections of generation 2 came because memory was nearly full by the collector's limit.",
            null, null,
            [
                new Evidence("memory_load_percent", near.Max(collection => collection.MemoryLoadPercent),
                    $"the collector saw up to {near.Max(collection => collection.MemoryLoadPercent)}% in use; "
                        + $"at {high}% it collects generation 2 more often, compacting"),
                new Evidence("heap_hard_limit_bytes", hard,
                    hard is { } limit ? $"the heap's hard limit is {Amount.Bytes(limit)}" : "the heap has no hard limit of its own"),
                new Evidence("memory_bytes", around, around is { } whole
                    ? $"the {(recording.Latest.Cgroup?.LimitBytes is null ? "machine has" : "container may use")} {Amount.Bytes(whole)}"
                    : "how much memory there is was not read"),
                new Evidence("setting", null, hard is not null && around is { } all && hard < 0.8 * all
                    ? "DOTNET_GCHeapHardLimitPercent=0x50 lets the heap have 80% of it (the container's default is 75%); the variable's number is hexadecimal"
                    : string.Create(CultureInfo.InvariantCulture,
                        $"DOTNET_GCHighMemPercent=0x{Math.Min(97, high + 5):X} begins that later, at {Math.Min(97, high + 5)}%; or give it more memory")),
                new Evidence("pause_seconds", near.Sum(collection => collection.PauseSeconds), PauseWords.Text(near)),
            ])
        {
            Seconds = near.Sum(collection => collection.PauseSeconds),
        });
    }
}
