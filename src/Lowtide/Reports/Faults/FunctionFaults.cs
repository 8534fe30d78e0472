using Lowtide.Recordings;

namespace Lowtide.Reports.Faults;

/// <summary>Page faults of a family by the function that made them and the way that led there, as perf report has them.</summary>
/// <param name="Through">"collector", "exit", both, or nothing of these.</param>
/// <param name="Function">The innermost, and of what the kernel did for it the one that called it.</param>
internal sealed record FunctionFaults(FaultKind Kind, string Thread, string Through, string? File, string Function, long Faults)
{
    /// <summary>Most faults first.</summary>
    public static IReadOnlyList<FunctionFaults> All(PageFaults faults) =>
    [
        .. faults.Chains
            .GroupBy(chain => (chain.Kind, chain.Thread, Through: Way(chain), chain.File, Function: Innermost(chain)))
            .Select(same => new FunctionFaults(
                same.Key.Kind, same.Key.Thread, same.Key.Through, same.Key.File, same.Key.Function, same.Sum(chain => chain.Faults)))
            .OrderByDescending(row => row.Faults),
    ];

    public static IReadOnlyList<string> Row(FunctionFaults row, long all) =>
    [
        FaultWords.Share(row.Faults, all), FaultWords.Count(row.Faults), FaultWords.Name(row.Kind), row.Thread, row.Through, row.File ?? "-", row.Function,
    ];

    public static string Way(FaultChain chain) => chain switch
    {
        { ByCollector: true, AtExit: true } => "collector+exit",
        { ByCollector: true } => "collector",
        { AtExit: true } => "exit",
        _ => "",
    };

    private static string Innermost(FaultChain chain) => chain.Frames switch
    {
        [] => "[others]",
        [.., var caller, "[kernel]"] => $"{caller} [kernel]",
        [.., var innermost] => innermost,
    };
}
