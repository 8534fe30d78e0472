using System.Globalization;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Analysis.Growth;
using Lowtide.Analysis.Malloc;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Memory that rises over the time of a recording: by which course, and whether what is alive rises or what malloc keeps free.</summary>
public sealed class GrowingMemory : IFindingRule
{
    public const string FindingId = "memory.growth";

    public string Id => FindingId;

    public string Title => "memory grows";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        if (recording.Samples.Count == 0 || family.Serving.Count == 0)
            return Examination.Nothing;
        var judged = FamilySeries.Growth(recording);
        var growth = judged.Course;
        if (growth.Shape == GrowthShape.TooEarly)
            return TooEarly(judged, recording);
        if (growth.Shape == GrowthShape.Settled || (long)(growth.RiseBytes!.Value * family.Serving.Count) is var rise && !Amount.Matters(rise, family))
            return Examination.Nothing;
        var origin = GrowthOrigin.Of(recording);
        if (judged.IsOneRise(origin))
            rise = judged.Rose(origin) * family.Serving.Count;
        var whose = family.Workers.Count == 0 ? "the process" : "a worker";
        return Examination.Found(new Finding(
            Id,
            $"Memory of {whose} {Course(growth)}{Meaning(judged, origin?.Place ?? GrowthPlace.Unknown, family)}.",
            rise,
            rise / family.Serving.Count,
            [.. Course(judged, origin, recording), .. Origin(origin), .. Threads(recording), .. Arenas(recording), .. LeakTool.Rows(judged, origin, recording)])
        {
            IsLeak = LeakTool.IsLeak(judged, origin, family),
        });
    }

    /// <summary>Only of what did rise: whoever records half a minute for something else need not hear of days.</summary>
    private Examination TooEarly(JoinedGrowth judged, Recording recording)
    {
        var growth = judged.Course;
        return !judged.RoseMuch(recording.Latest) ? Examination.Nothing : Examination.Cannot(
            Id, $"whether memory goes on growing: +{Amount.Bytes(judged.Rose(GrowthOrigin.Of(recording)))} in "
                + $"{Amount.Time(recording.Samples[^1].Seconds - recording.Samples[0].Seconds)}",
            judged.Of == GrowthSeriesKind.Resident ? growth.Why! : $"{growth.Why}, {GrowthWords.Series(judged.Of, recording.DotNet)}",
            $"record for {Amount.Time(growth.WatchSeconds!.Value)} in all"
                + (recording.LoadPeriod == MemoryGrowth.Day ? ", or tell --load-period where the load repeats sooner than daily" : ""));
    }

    private static string Course(MemoryGrowth growth) =>
        GrowthWords.Verb(growth.Shape) + (growth.BytesASecond is { } rate ? $", by {Amount.Bytes((long)(rate * 3600))} an hour" : "");

    private static string Meaning(JoinedGrowth judged, GrowthPlace place, FamilySnapshot family) => judged.Of switch
    {
        GrowthSeriesKind.Live => Meaning(judged.Course.Shape, GrowthPlace.InUse, family),
        GrowthSeriesKind.Outside => ", outside its heap",
        GrowthSeriesKind.Free => ": what its heap has and the program does not use grows, which is fragmentation and no leak",
        _ => Meaning(judged.Course.Shape, place, family),
    };

    private static string Meaning(GrowthShape shape, GrowthPlace place, FamilySnapshot family) => (shape, place) switch
    {
        (GrowthShape.Linear, GrowthPlace.InUse) => ": what is alive grows, which is a leak or a cache without bound",
        (_, GrowthPlace.InUse) => ": what is alive grows",
        (_, GrowthPlace.FreeKept) => ": what the program has freed and malloc keeps grows, which is fragmentation and no leak",
        (_, GrowthPlace.RubyFree) => ": free slots of Ruby's heap pages grow, which is fragmentation and no leak",
        // Objects of up to 512 bytes lie in arenas of Python's own, which are mappings (Objects/obmalloc.c).
        (_, GrowthPlace.Elsewhere) when family.Runtime?.Name == "cpython" =>
            ", outside malloc's arenas: there lie Python's small objects, alive or freed, and large blocks",
        (_, GrowthPlace.Managed) => ", in its collector's heap",
        (_, GrowthPlace.Elsewhere) when family.Runtime?.Name == "dotnet" => "",
        (_, GrowthPlace.Elsewhere) => ", outside malloc's arenas",
        (_, GrowthPlace.Several) => ", partly alive and partly freed and kept",
        _ => "",
    };

    private static IEnumerable<Evidence> Course(JoinedGrowth judged, GrowthOrigin? origin, Recording recording)
    {
        var growth = judged.Course;
        var seconds = growth.Fitted[^1].Seconds - growth.Fitted[0].Seconds;
        var resident = judged.Rose(origin);
        var window = origin is { ResidentBytes: > 0 } ? "from the start to the end" : "from the first tenth of the time to the last";
        if (judged.IsOneRise(origin))
            yield return new Evidence("rise_bytes", resident, $"{Amount.Bytes(resident)} in {Amount.Time(seconds)}, in RSS, {window}");
        else
        {
            yield return new Evidence("rise_bytes", growth.RiseBytes,
                $"{Amount.Bytes((long)growth.RiseBytes!.Value)} in {Amount.Time(seconds)}, {GrowthWords.Series(judged.Of, recording.DotNet)}"
                    + (judged.IsOfOneLife ? "" : ", in a life"));
            yield return new Evidence("rss_rise_bytes", resident, $"{Amount.Change(resident)} in RSS, {window}");
        }
        if (growth.BytesASecond is not { } rate)
            yield break;
        yield return new Evidence("bytes_per_second", rate,
            $"{Amount.Bytes((long)(rate * 3600))} an hour, give or take {Amount.Bytes((long)(growth.Margin!.Value * 3600))} (95%)");
        if (recording.RoomBytes is { } free && rate > 0)
            yield return new Evidence("seconds_until_full", free / (rate * recording.Latest.Serving.Count),
                $"at this rate {Amount.Bytes(free)} that are available last for {Amount.Time(free / (rate * recording.Latest.Serving.Count))}");
    }

    private static IEnumerable<Evidence> Origin(GrowthOrigin? origin) => origin is null
        ? [new Evidence("in_use_change_bytes", null, "whether what is alive grows cannot be told: malloc's state was not read at both ends")]
        : origin.Parts.Where((part, at) => at == 0 || part.Bytes != 0).Select(part => new Evidence(
            part.Name, part.Bytes, $"of that {Amount.Bytes(part.Bytes)} {part.Where}"));

    private static IEnumerable<Evidence> Threads(Recording recording)
    {
        var (before, now) = (Most(recording.Snapshots[0]), Most(recording.Latest));
        if (now > before)
            yield return new Evidence("new_threads", now - before, string.Create(CultureInfo.InvariantCulture,
                $"{now} threads in the process that has most, {before} at first: each brings its stack, and an arena while malloc makes more"));

        static int Most(FamilySnapshot family) => family.Serving.Select(member => member.Process.Threads).DefaultIfEmpty().Max();
    }

    /// <summary>Arenas are counted also where what is free in them could not be told.</summary>
    private static IEnumerable<Evidence> Arenas(Recording recording)
    {
        if (Most(recording.Latest) is not { } most)
            yield break;
        var now = most.Allocator!.Arenas!.Count;
        if (Most(recording.Snapshots[0])?.Allocator!.Arenas!.Count is { } before && now > before)
            yield return new Evidence("new_arenas", now - before, string.Create(CultureInfo.InvariantCulture,
                $"{now} arenas in the process that has most, {before} at first: new threads were given their own"));
        if (now > 1 && ArenaLimit.Of(most, recording.Host) is { } limit)
            yield return new Evidence("arena_limit", limit.Arenas, $"malloc makes {limit} arenas at most, and has {now}: growth by new arenas ends there");
    }

    private static Member? Most(FamilySnapshot family) =>
        family.Serving.Where(member => member.Allocator?.Arenas is not null).MaxBy(member => member.Allocator!.Arenas!.Count);
}
