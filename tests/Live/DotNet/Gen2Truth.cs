using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>What died in generation 2, against a program that looks at each object as it lets go of it (tests/Live/targets/dotnet/Ledger.cs).</summary>
internal static class Gen2Truth
{
    /// <summary>One byte in so many is sampled; of .NET 8 and 9 one object for so many bytes, which spreads less.</summary>
    private const double BytesPerSample = 102_400;

    /// <summary>What the target's queue holds when it is full: 200,000 orders.</summary>
    private const double Queue = 200_000 * 248;

    public static void MustAgree(DotNetTrace trace, Target target)
    {
        var deaths = trace.Deaths!;
        var until = deaths.UntilSeconds!.Value;
        var began = (trace.BeganAt!.Value - DateTimeOffset.UnixEpoch).TotalSeconds;
        var (orders, drafts) = LetGo(until);
        // Those let go once the last full collection has begun are not yet seen to be dead.
        var last = trace.Collections.Where(collection => collection.Generation == 2 && collection.At < until).Max(collection => collection.At);
        // At first it lets go of what was there before the trace, one queue of it; the target's book has a row for each tenth of a second, or each pause.
        var known = (0.95 * LetGo(last).Orders) - Queue;
        // Of a Poisson count, four standard deviations; what was lost sight of, as events were lost, may have been orders all.
        var chance = 4 * Math.Sqrt(known * BytesPerSample);
        var least = known - chance - (deaths.LostSight * BytesPerSample);
        var (diedOrders, diedDrafts) = (Died("Order", "System.Byte[]"), Died("Draft", "System.SByte[]"));
        var all = $"{orders:N0} bytes of orders let go, {known:N0} of them known; at least {least:N0} dead, found {diedOrders:N0}; "
            + $"drafts {drafts:N0}, found {diedDrafts:N0}; {trace.Collections.Count} collections until {until:F1} s, "
            + $"the last full one at {last:F1} s; {trace.LostEvents} events lost, {deaths.NotJudged} not judged";
        Assert.True(known > 4 * chance, "too few to tell: " + all);
        Assert.True(diedOrders >= least && diedOrders <= 1.1 * orders, "orders: " + all);
        Assert.True(diedDrafts <= (1.2 * drafts) + (0.1 * orders), "drafts: " + all);
        // Lost events make these more, and so does a walk in thousands that comes out even.
        Assert.True(deaths.NotJudged <= 5 + (trace.Collections.Count / 500) || trace.LostEvents > 0, "not judged: " + all);

        (long Orders, long Drafts) LetGo(double seconds)
        {
            var truth = target.Ask(string.Create(CultureInfo.InvariantCulture, $"{began} {began + seconds}"));
            return (truth.GetProperty("orders").GetInt64(), truth.GetProperty("drafts").GetInt64());
        }

        long Died(params string[] types) => deaths.Died.Where(died => types.Contains(died.Type)).Sum(died => died.Bytes);
    }
}
