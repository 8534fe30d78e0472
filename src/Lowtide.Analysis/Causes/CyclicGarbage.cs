using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>
/// What a family's collectors free, which would stay if they stopped: objects in unreachable cycles by the collector's own count, and the bytes that
/// these stand for.
/// </summary>
/// <param name="ObjectsPerSecond">By all serving processes.</param>
/// <param name="BytesEach">Of an object's own block, as the allocator's size classes have it.</param>
/// <param name="UnderLoad">Counted over a recording; else since each process's fork or start.</param>
/// <param name="OldCounted">Whether a full collection ran meanwhile: what had become old before it was garbage, no other frees.</param>
public sealed record CyclicGarbage(double ObjectsPerSecond, double BytesEach, bool UnderLoad, bool OldCounted)
{
    /// <summary>
    /// What hangs on an object of a cycle and is in none itself: the items of lists, tables of dicts, strings, buffers. With that graphite-web's
    /// objects of 135 bytes stood for 310 to 350 each (docs/cpython.md). An allowance: one buffer may hold any amount.
    /// </summary>
    private const double MostWithPayload = 4;

    /// <summary>Of a recording; in a shorter time too few collections run.</summary>
    private const double LeastSeconds = 5;

    public double LowBytesPerSecond => ObjectsPerSecond * BytesEach;

    public double HighBytesPerSecond => ObjectsPerSecond * BytesEach * MostWithPayload;

    /// <summary>What each of so many objects stands for at most, in bytes.</summary>
    public double MostEach => BytesEach * MostWithPayload;

    /// <returns>Null where it cannot be told: the collector is off, was not read, or has not run since.</returns>
    public static CyclicGarbage? Of(Recording recording)
    {
        var family = recording.Latest;
        var samples = recording.Samples.Where(sample => sample.CollectedObjects is not null).ToLookup(sample => (sample.Pid, sample.StartTicks));
        var told = family.Serving
            .Select(member => OfProcess(member, [.. samples[(member.Process.Pid, member.Process.StartTicks)]], family)).OfType<CyclicGarbage>().ToList();
        if (told.Count == 0)
            return null;
        return new CyclicGarbage(
            // Those of which nothing is known are taken to be like the others.
            told.Sum(one => one.ObjectsPerSecond) * family.Serving.Count / told.Count,
            YoungObjects.MeanBytes(family.Serving.Select(member => member.Runtime?.Collector?.Young).OfType<YoungObjects>()),
            told.TrueForAll(one => one.UnderLoad),
            told.TrueForAll(one => one.OldCounted));
    }

    /// <summary>How long a process of the family has served, in the mean; null where that was not read.</summary>
    public static double? MeanAge(FamilySnapshot family) =>
        family.Serving.Select(member => AgeSeconds(member, family)).OfType<double>().ToList() is { Count: > 0 } ages ? ages.Average() : null;

    public static double? AgeSeconds(Member member, FamilySnapshot family) =>
        family.UptimeTicks is { } now && now > member.Process.StartTicks
            ? (now - member.Process.StartTicks) / (double)ClockTicks.PerSecond : null;

    private static CyclicGarbage? OfProcess(Member member, IReadOnlyList<Sample> samples, FamilySnapshot family)
    {
        if (member.Runtime?.Collector is not { Enabled: true, Generations: [{ Threshold: > 0 }, ..] and { Count: 3 } now })
            return null;
        if (samples is [var first, .., var last] && last.Seconds - first.Seconds >= LeastSeconds && Ran(first.Collections, last.Collections))
            return new CyclicGarbage(
                Math.Max(0, last.CollectedObjects!.Value - first.CollectedObjects!.Value) / (last.Seconds - first.Seconds),
                0, UnderLoad: true, last.Collections is [_, _, var fullNow] && first.Collections is [_, _, var fullThen] && fullNow > fullThen);
        var before = family.GenerationsAtFork(member);
        if (AgeSeconds(member, family) is not { } age || (member.Process.Pid != family.Master?.Process.Pid && before is null)
            || now.Sum(generation => generation.Collections) <= (before?.Sum(generation => generation.Collections) ?? 0)
            || GenerationFacts.CollectedBy(now) is not { } freed)
            return null;
        return new CyclicGarbage(
            Math.Max(0, freed - (GenerationFacts.CollectedBy(before) ?? 0)) / Math.Max(1, age), 0, UnderLoad: false,
            now[2].Collections > (before?[2].Collections ?? 0));
    }

    private static bool Ran(IReadOnlyList<long>? before, IReadOnlyList<long>? now) => now?.Sum() > before?.Sum();
}
