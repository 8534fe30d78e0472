using Lowtide.Analysis.Faults;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Faults;

/// <summary>lowtide/faults/1</summary>
internal sealed record FaultsDocument(
    string Schema,
    string Name,
    int Pid,
    double Seconds,
    int Every,
    long? LostFaults,
    bool InKernel,
    IReadOnlyList<FaultsDocument.ProcessEntry> Processes,
    IReadOnlyList<FaultsDocument.ChainEntry> Chains,
    IReadOnlyList<UnreadableEntry> CouldNotRead)
{
    public const string SchemaName = "lowtide/faults/1";

    internal sealed record ProcessEntry(
        int Pid, int ParentPid, string Role, bool Forked, long Copy, long New, long File, long Again, long Unknown,
        long? CopyByCollector, long? CopyAtExit);

    internal sealed record ChainEntry(
        int Pid, string Thread, string What, bool? ByCollector, bool? AtExit, string? File, IReadOnlyList<string> Frames, long Faults);

    public static FaultsDocument Of(FaultsSnapshot look) => new(
        SchemaName, look.Name, look.Pid, Math.Round(look.Faults.Seconds, 3), look.Faults.Every, look.Faults.LostFaults, look.Faults.InKernel,
        [.. look.Faults.Processes.Select(process => Entry(process, [.. look.Faults.Chains.Where(chain => chain.Pid == process.Pid)]))],
        [.. look.Faults.Chains.Select(chain => new ChainEntry(
            chain.Pid, chain.Thread, FaultWords.Name(chain.Kind), chain.ByCollector, chain.AtExit, chain.File, chain.Frames, chain.Faults))],
        UnreadableEntry.All(look.CouldNotRead));

    private static ProcessEntry Entry(FaultingProcess process, List<FaultChain> chains)
    {
        long Of(FaultKind kind) => chains.Where(chain => chain.Kind == kind).Sum(chain => chain.Faults);
        var copies = CopiesByWay.Of(chains);
        var told = copies.Untold < copies.Faults || copies.Faults == 0;
        return new ProcessEntry(
            process.Pid, process.ParentPid, process.Role == Role.Master ? "master" : "worker", process.Forked,
            Of(FaultKind.Copy), Of(FaultKind.New), Of(FaultKind.File), Of(FaultKind.Again), Of(FaultKind.Unknown),
            told ? copies.ByCollector : null, told ? copies.AtExit : null);
    }
}
