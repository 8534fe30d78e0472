using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>Objects of one type and one method that lived into generation 2, or were allocated there, and died in it.</summary>
/// <param name="Samples">Those seen to.</param>
/// <param name="BytesPerSecond">
/// What they stand for, until the last collection that found some; less than the truth, for nobody saw the death of what was there before the
/// trace, or lived on.
/// </param>
/// <param name="Low">Of the bytes a second, by the number of samples alone: at 95%.</param>
public sealed record Gen2Death(
    string Caller, string Type, DotNetHeap Heap, long Samples, double BytesPerSecond, double Low, double High, double MeanAgeSeconds,
    FrameworkWork Work)
{
    /// <summary>So many samples need no interval: it is within a tenth.</summary>
    private const int Many = 400;

    /// <summary>Most bytes first; none where no collection of generation 2 could be judged.</summary>
    public static IReadOnlyList<Gen2Death> All(DotNetTrace trace) => trace.Deaths is not { UntilSeconds: { } until } deaths ? [] :
    [
        .. deaths.Died
            .GroupBy(died => (Caller: Blame.Caller(trace.Stack(died.Stack)), died.Type, died.Heap))
            .Select(same => Of(trace, same.Key.Caller, [.. same.OrderByDescending(died => died.Bytes)], until))
            .OrderByDescending(death => death.BytesPerSecond),
    ];

    private static Gen2Death Of(DotNetTrace trace, string caller, IReadOnlyList<DotNetDied> died, double seconds)
    {
        var (samples, bytes) = (died.Sum(one => one.Samples), died.Sum(one => (double)one.Bytes) / seconds);
        var interval = PoissonInterval.Of(samples).Rising(count => bytes * count / samples);
        return new Gen2Death(
            caller, died[0].Type, died[0].Heap, samples, bytes, interval.Low, interval.High,
            died.Sum(one => one.MeanAgeSeconds * one.Samples) / samples,
            FrameworkWork.Of([.. died.Select(one => trace.Stack(one.Stack))]));
    }

    public string Ways => Heap switch
    {
        DotNetHeap.Large => Work.WaysOfLarge,
        DotNetHeap.Pinned => "pool it, so that it lives for good: pinned objects are collected with generation 2 alone, however young they die",
        _ => "give it up sooner, so that it dies in generation 0: hold nothing of it across a wait, in a queue or in a short-lived cache; or pool it "
            + "(ObjectPool<T>, ArrayPool<T>.Shared), so that it lives for good; or let generation 0 be larger, so that fewer collections come within its life",
    };

    public string Words => $"{Caller}: {Blame.Type(Type)}{(Heap == DotNetHeap.Small ? "" : $" ({Heap.ToString().ToLowerInvariant()})")}, "
        + $"{Amount.Bytes((long)BytesPerSecond)} a second"
        + (Samples < Many ? $" ({Amount.Range((long)Low, (long)High)}, of {Amount.Count(Samples, "sample")})" : "")
        + $", {Unit.Seconds.Text(MeanAgeSeconds)} old as it was found dead"
        + Work.Words;
}
