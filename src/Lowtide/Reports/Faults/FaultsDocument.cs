using Lowtide.Analysis.Faults;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Faults;

/// <summary>What 'lowtide faults TARGET --json' prints: page faults by process and by call chain.</summary>
internal sealed record FaultsDocument
{
    public const string SchemaName = "lowtide/faults/1";

    public required string Schema { get; init; }

    /// <summary>Of the family.</summary>
    public required string Name { get; init; }

    /// <summary>Of its master, or of its oldest worker.</summary>
    [AtLeast(1)]
    public required int Pid { get; init; }

    public required double Seconds { get; init; }

    /// <summary>One fault in so many was sampled; all numbers of faults are already multiplied by it.</summary>
    [AtLeast(1)]
    public required int Every { get; init; }

    /// <summary>Counted by the kernel, but not shown: they came too fast; null where that could not be read.</summary>
    public required long? LostFaults { get; init; }

    /// <summary>Faults that the kernel took for a process are among them.</summary>
    public required bool InKernel { get; init; }

    public required IReadOnlyList<FaultsDocument.ProcessEntry> Processes { get; init; }

    /// <summary>The most frequent 500 of each process and kind, 5,000 in all; the rest without frames.</summary>
    public required IReadOnlyList<FaultsDocument.ChainEntry> Chains { get; init; }

    public required IReadOnlyList<UnreadableEntry> CouldNotRead { get; init; }

    /// <param name="Forked">While the faults were watched.</param>
    /// <param name="Copy">First writes to pages that a fork shared: copies.</param>
    /// <param name="New">First touches of memory that there was not before.</param>
    /// <param name="File">Pages of files and of shared memory.</param>
    /// <param name="Again">Pages that it had to itself already.</param>
    /// <param name="Unknown">In mappings that had gone before they could be looked at.</param>
    /// <param name="CopyByCollector">Of the copies, those through the collector's code; null where it could be told of none.</param>
    /// <param name="CopyAtExit">Of the copies, those through the runtime's finalisation; null likewise.</param>
    internal sealed record ProcessEntry(
        [AtLeast(1)] int Pid,
        int ParentPid,
        [Words(typeof(Role))] string Role,
        bool Forked,
        long Copy,
        long New,
        long File,
        long Again,
        long Unknown,
        long? CopyByCollector,
        long? CopyAtExit);

    /// <param name="Thread">Its name.</param>
    /// <param name="ByCollector">The chain leads through the cyclic collector's code; null where that cannot be told.</param>
    /// <param name="AtExit">It leads through the runtime's finalisation; null likewise.</param>
    /// <param name="File">Of the innermost function.</param>
    /// <param name="Frames">Functions, the outermost first; [file+0xaddress] or [collector file+0xaddress] where the file has no name for it, [cut]
    /// where the copy of the stack ended; empty for all less frequent chains together.</param>
    internal sealed record ChainEntry(
        [AtLeast(1)] int Pid,
        string Thread,
        [Words(typeof(FaultKind))] string What,
        bool? ByCollector,
        bool? AtExit,
        string? File,
        IReadOnlyList<string> Frames,
        long Faults);

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
