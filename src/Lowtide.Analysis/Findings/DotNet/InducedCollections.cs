using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>The program itself asked for collections: who, how often, and whether memory was short at all.</summary>
public sealed class InducedCollections : IFindingRule
{
    private const int MostCallers = 4;

    /// <summary>Of the machine's memory available: nobody would call that short.</summary>
    private const double Plenty = 0.2;

    public const string FindingId = "dotnet.induced-collections";

    public string Id => FindingId;

    public string Title => "the program asks for collections";

    public Examination Examine(Recording recording)
    {
        if (recording.DotNet is not { } trace)
            return Examination.Nothing;
        var induced = trace.Collections.Where(collection => collection.IsInduced && !Blame.IsByTool(collection, trace)).ToList();
        if (induced.Count == 0)
            return Examination.Nothing;
        var callers = induced.GroupBy(collection => Blame.Caller(trace.Stack(collection.Stack))).OrderByDescending(same => same.Count()).ToList();
        var most = callers[0];
        return Examination.Found(Finding.OfPauses(
            Id,
            $"{(callers.Count == 1 ? most.Key : $"{most.Key} and {callers.Count - 1} more")} asked for {induced.Count:N0} of the "
                + $"{trace.Collections.Count:N0} collections{Every(most)}.",
            induced,
            [
                .. callers.Take(MostCallers).Select(same => new Evidence("induced", same.Count(),
                    $"{same.Key}: {same.Count():N0}{Every(same)}, {Kinds(same)}, {PauseWords.Text(same)}")),
                .. Masking(recording, induced, [.. most]),
                most.Key == Blame.Nameless ? CodeAdvice.OfNameless
                    : new Evidence(Finding.InCode, null, $"no setting of the runtime stops a call of GC.Collect: change or configure {most.Key}"),
            ]));
    }

    private static string Every(IEnumerable<DotNetCollection> collections) =>
        Period.Of([.. collections]) is { } period ? $", one every {(period < 0.1 ? Unit.Seconds.Text(period) : Amount.Time(period))}" : "";

    private static string Kinds(IEnumerable<DotNetCollection> collections) => string.Join(" and ", collections
        .GroupBy(collection => (collection.Generation, Blocking: collection.Kind != CollectionKind.Background))
        .OrderByDescending(same => same.Count())
        .Select(same => $"{same.Count():N0} of generation {same.Key.Generation}{(same.Key.Blocking ? ", blocking" : ", background")}"));

    /// <summary>
    /// Code that watches a limit of its own collects while the machine has plenty: what the process held then, of what there was, names the limit.
    /// </summary>
    private static IEnumerable<Evidence> Masking(Recording recording, List<DotNetCollection> induced, List<DotNetCollection> most)
    {
        var loads = induced.Select(collection => collection.MemoryLoadPercent).OfType<int>().Order().ToList();
        if (loads.Count > 0)
            yield return new Evidence("memory_load_percent", loads[loads.Count / 2],
                $"{loads[loads.Count / 2]}% of the memory was in use as they came"
                    + $"{(loads[^1] < HighMemory.Percent(recording) ? ": not short, the collector itself saw no need" : "")}");
        if (Available(recording, recording.DotNet!) is { } available)
            yield return new Evidence("machine_available_bytes", available,
                $"the machine had {Amount.Bytes(available)} available all the while: who watches that sees nothing");
        if ((recording.Latest.Cgroup?.LimitBytes ?? recording.Host.MemoryBytes) is not { } all)
            yield break;
        var trace = recording.DotNet!;
        var whole = $"the {(recording.Latest.Cgroup?.LimitBytes is null ? "machine's" : "container's")} {Amount.Bytes(all)}";
        Evidence Held(long bytes, string more = "") => new("private_share", bytes / (double)all,
            $"the process held {Amount.Bytes(bytes)} of its own (private bytes), {Amount.Percent(bytes / (double)all)} of {whole}{more}");
        var held = PrivateBytes.Of(recording, trace.Pid).Select(sample => sample.Bytes).Order().ToList();
        if (held.Count == 0)
        {
            if (recording.Latest.Members.FirstOrDefault(member => member.Process.Pid == trace.Pid)?.Memory.PrivateBytes is { } once)
                yield return Held(once, $" at one look: whether it watches a limit of its own tells 'lowtide record {ListenedTo.Of(recording)}'");
        }
        else if (OwnLimit.Of(recording, trace, most) is not { } limit)
            yield return Held(held[held.Count / 2]);
        else if (limit.LowBytes is { } low)
            yield return new Evidence("own_limit_bytes", (low + limit.HighBytes) / 2.0,
                $"it collected when the process held {Amount.Bytes(limit.HighBytes)} or more of its own (private bytes), and not when it held "
                    + $"{Amount.Bytes(low)} or less: a limit of its own in between, "
                    + $"{Amount.PercentRange(low, limit.HighBytes, all)} of {whole}{Usual(low, limit.HighBytes, all)}");
        else
            yield return new Evidence("own_limit_bytes", null,
                $"the process held {Amount.Bytes(limit.HighBytes)} or more of its own (private bytes) each time, "
                    + $"{Amount.Percent(limit.HighBytes / (double)all)} of {whole}: if it compares that with a limit of its own, that is lower");
    }

    /// <summary>The least of it, in the time that was listened to; null where it was not sampled, or was short.</summary>
    private static long? Available(Recording recording, DotNetTrace trace)
    {
        var samples = recording.SystemSamples
            .Where(sample => sample.Seconds >= trace.StartSeconds && sample.Seconds <= trace.StartSeconds + trace.Seconds)
            .Where(sample => sample.Host is { AvailableBytes: not null, TotalBytes: > 0 })
            .ToList();
        return samples.Count > 0 && samples.TrueForAll(sample => sample.Host.AvailableBytes > Plenty * sample.Host.TotalBytes)
            ? samples.Min(sample => sample.Host.AvailableBytes) : null;
    }

    /// <summary>RecycleLimitMonitor of ASP.NET takes 60% of the memory where no limit is set (Pyrus on Habr, 2019).</summary>
    private static string Usual(long low, long high, long all) =>
        low <= 0.6 * all && high >= 0.6 * all ? "; 60% is what ASP.NET's RecycleLimitMonitor takes where nobody sets one" : "";
}
