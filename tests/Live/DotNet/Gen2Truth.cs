using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>What died in generation 2, against a program that looks at each object as it lets go of it (tests/Live/targets/dotnet/Ledger.cs).</summary>
internal static class Gen2Truth
{
    public static void MustAgree(DotNetTrace trace, Target target)
    {
        var deaths = trace.Deaths!;
        var began = (trace.BeganAt!.Value - DateTimeOffset.UnixEpoch).TotalSeconds;
        var truth = target.Ask(string.Create(CultureInfo.InvariantCulture, $"{began} {began + deaths.UntilSeconds}"));
        var (orders, drafts) = (truth.GetProperty("orders").GetInt64(), truth.GetProperty("drafts").GetInt64());
        Assert.True(orders > 100 << 20, $"{orders}");
        // What was there before the trace, or had not been collected at its end, is not seen to die: some of the queue, 50 MB, twice.
        Assert.InRange(Died("Order", "System.Byte[]"), (0.9 * orders) - 150e6, 1.1 * orders);
        Assert.InRange(Died("Draft", "System.SByte[]"), 0, (1.2 * drafts) + (0.1 * orders));
        // Lost events make these more.
        Assert.True(deaths.NotJudged == 0 || trace.LostEvents > 0, $"{deaths.NotJudged}");

        long Died(params string[] types) => deaths.Died.Where(died => types.Contains(died.Type)).Sum(died => died.Bytes);
    }
}
