using Lowtide.Analysis.Faults;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Faults;

/// <summary>lowtide/faults/1</summary>
internal sealed record FaultsDocument
{
    public const string SchemaName = "lowtide/faults/1";

    public required string Schema { get; init; }

    public required string Name { get; init; }

    public required int Pid { get; init; }

    public required double Seconds { get; init; }

    public required int Every { get; init; }

    public required long? LostFaults { get; init; }

    public required bool InKernel { get; init; }

    public required IReadOnlyList<FaultsDocument.ProcessEntry> Processes { get; init; }

    public required IReadOnlyList<FaultsDocument.ChainEntry> Chains { get; init; }

    public required IReadOnlyList<UnreadableEntry> CouldNotRead { get; init; }

    internal sealed record ProcessEntry(
        int Pid, int ParentPid, string Role, bool Forked, long Copy, long New, long File, long Again, long Unknown,
        long? CopyByCollector, long? CopyAtExit);

    internal sealed record ChainEntry(
        int Pid, string Thread, string What, bool? ByCollector, bool? AtExit, string? File, IReadOnlyList<string> Frames, long Faults);

    public static FaultsDocument Of(FaultsSnapshot look) => new()
    {
        Schema = SchemaName,
        Name = look.Name,
        Pid = look.Pid,
        Seconds = Math.Round(look.Faults.Seconds, 3),
        Every = look.Faults.Every,
        LostFaults = look.Faults.LostFaults,
        InKernel = look.Faults.InKernel,
        Processes = [.. look.Faults.Processes.Select(process => Entry(process, [.. look.Faults.Chains.Where(chain => chain.Pid == process.Pid)]))],
        Chains = [.. look.Faults.Chains.Select(chain => new ChainEntry(
            chain.Pid, chain.Thread, FaultWords.Name(chain.Kind), chain.ByCollector, chain.AtExit, chain.File, chain.Frames, chain.Faults))],
        CouldNotRead = UnreadableEntry.All(look.CouldNotRead),
    };

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
