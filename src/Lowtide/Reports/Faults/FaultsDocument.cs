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

    internal sealed record ProcessEntry
    {
        [AtLeast(1)]
        public required int Pid { get; init; }

        public required int ParentPid { get; init; }

        [Words(typeof(Role))]
        public required string Role { get; init; }

        /// <summary>While the faults were watched.</summary>
        public required bool Forked { get; init; }

        /// <summary>First writes to pages that a fork shared: copies.</summary>
        public required long Copy { get; init; }

        /// <summary>First touches of memory that there was not before.</summary>
        public required long New { get; init; }

        /// <summary>Pages of files and of shared memory.</summary>
        public required long File { get; init; }

        /// <summary>Pages that it had to itself already.</summary>
        public required long Again { get; init; }

        /// <summary>In mappings that had gone before they could be looked at.</summary>
        public required long Unknown { get; init; }

        /// <summary>Of the copies, those through the collector's code; null where it could be told of none.</summary>
        public required long? CopyByCollector { get; init; }

        /// <summary>Of the copies, those through the runtime's finalisation; null likewise.</summary>
        public required long? CopyAtExit { get; init; }
    }

    internal sealed record ChainEntry
    {
        [AtLeast(1)]
        public required int Pid { get; init; }

        /// <summary>Its name.</summary>
        public required string Thread { get; init; }

        [Words(typeof(FaultKind))]
        public required string What { get; init; }

        /// <summary>The chain leads through the cyclic collector's code; null where that cannot be told.</summary>
        public required bool? ByCollector { get; init; }

        /// <summary>It leads through the runtime's finalisation; null likewise.</summary>
        public required bool? AtExit { get; init; }

        /// <summary>Of the innermost function.</summary>
        public required string? File { get; init; }

        /// <summary>
        /// Functions, the outermost first; [file+0xaddress] or [collector file+0xaddress] where the file has no name for it, [cut] where the copy of the
        /// stack ended; empty for all less frequent chains together.
        /// </summary>
        public required IReadOnlyList<string> Frames { get; init; }

        public required long Faults { get; init; }
    }

    public static FaultsDocument Of(FaultsSnapshot look)
    {
        var chains = look.Faults.Chains.ToLookup(chain => chain.Pid);
        return new FaultsDocument
        {
            Schema = SchemaName,
            Name = look.Name,
            Pid = look.Pid,
            Seconds = Math.Round(look.Faults.Seconds, 3),
            Every = look.Faults.Every,
            LostFaults = look.Faults.LostFaults,
            InKernel = look.Faults.InKernel,
            Processes = [.. look.Faults.Processes.Select(process => Entry(process, [.. chains[process.Pid]]))],
            Chains = [.. look.Faults.Chains.Select(Entry)],
            CouldNotRead = UnreadableEntry.All(look.CouldNotRead),
        };
    }

    private static ChainEntry Entry(FaultChain chain) => new()
    {
        Pid = chain.Pid,
        Thread = chain.Thread,
        What = FaultWords.Name(chain.Kind),
        ByCollector = chain.ByCollector,
        AtExit = chain.AtExit,
        File = chain.File,
        Frames = chain.Frames,
        Faults = chain.Faults,
    };

    private static ProcessEntry Entry(FaultingProcess process, List<FaultChain> chains)
    {
        long Of(FaultKind kind) => chains.Where(chain => chain.Kind == kind).Sum(chain => chain.Faults);
        var copies = CopiesByWay.Of(chains);
        var told = copies.Untold < copies.Faults || copies.Faults == 0;
        return new ProcessEntry
        {
            Pid = process.Pid,
            ParentPid = process.ParentPid,
            Role = process.Role == Role.Master ? "master" : "worker",
            Forked = process.Forked,
            Copy = Of(FaultKind.Copy),
            New = Of(FaultKind.New),
            File = Of(FaultKind.File),
            Again = Of(FaultKind.Again),
            Unknown = Of(FaultKind.Unknown),
            CopyByCollector = told ? copies.ByCollector : null,
            CopyAtExit = told ? copies.AtExit : null,
        };
    }
}
