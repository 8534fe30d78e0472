using Lowtide.Recordings;

namespace Lowtide.Analysis.Faults;

/// <summary>First writes to pages that a fork shares, by the code that made them.</summary>
/// <param name="ByCollector">Their call chain leads through the collector: a proof.</param>
/// <param name="AtExit">It leads through the runtime's finalisation, the collector's last run included.</param>
/// <param name="ByCollectorAtExit">Through both.</param>
/// <param name="Untold">The chain is cut, or the collector's code is not known.</param>
public sealed record CopiesByWay(long Faults, long ByCollector, long AtExit, long ByCollectorAtExit, long Untold)
{
    /// <summary>Null where the collector's code could be told of none of them.</summary>
    public double? CollectorShare => Faults == 0 || Untold == Faults ? null : ByCollector / (double)Faults;

    /// <summary>To follow the collector's share: what of it came at an exit, and what came there without it. Empty under 1%.</summary>
    /// <param name="exit">"as the worker ended".</param>
    public string Exit(string exit)
    {
        var without = AtExit - ByCollectorAtExit;
        return (ByCollectorAtExit * 100 < Faults ? "" : $" ({Amount.Percent(ByCollectorAtExit / (double)Faults)} {exit})")
            + (without * 100 < Faults ? "" : $", {Amount.Percent(without / (double)Faults)} {exit} without it");
    }

    public static CopiesByWay Of(IEnumerable<FaultChain> chains)
    {
        var copies = chains.Where(chain => chain.Kind == FaultKind.Copy).ToList();
        return new CopiesByWay(
            copies.Sum(chain => chain.Faults),
            copies.Where(chain => chain.ByCollector == true).Sum(chain => chain.Faults),
            copies.Where(chain => chain.AtExit == true).Sum(chain => chain.Faults),
            copies.Where(chain => chain is { ByCollector: true, AtExit: true }).Sum(chain => chain.Faults),
            copies.Where(chain => chain.ByCollector is null).Sum(chain => chain.Faults));
    }
}
