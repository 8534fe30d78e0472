using Lowtide.Analysis.Faults;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.EvidenceRows;

/// <summary>What a recording with page faults adds to a finding about copies: whose code made them, by their call chains.</summary>
public static class FirstWrites
{
    /// <summary>Fewer are what any worker writes at its start.</summary>
    private const int Few = 256;

    /// <summary>Null where no faults were recorded, too few were copies, or the collector's code could not be told.</summary>
    public static Evidence? Of(Recording recording)
    {
        // The finding is of those that serve now; what others wrote, who were replaced meanwhile, proves nothing of these.
        var serving = recording.Latest.Workers.Select(worker => worker.Process.Pid).ToHashSet();
        var chains = OfWorkers(recording).Where(chain => serving.Contains(chain.Pid)).ToList();
        var copies = CopiesByWay.Of(chains);
        if (copies.Faults < Few || copies.CollectorShare is not { } share)
            return null;
        var writers = chains.Where(chain => chain.Kind == FaultKind.Copy).Select(chain => chain.Pid).Distinct().ToList();
        return new Evidence("first_writes_by_collector", share,
            $"of {copies.Faults:N0} first writes to inherited pages in {(writers.Count == 1 ? $"worker {writers[0]}" : $"{writers.Count} workers")},"
                + $" {Amount.Percent(share)} came through the collector's code"
                + copies.Exit("as the worker ended"));
    }

    /// <summary>What made the copies as workers ended: the collector's last run, or modules and types that were taken apart.</summary>
    /// <param name="copies">Of all workers.</param>
    public static Evidence? AtExit(CopiesByWay copies) => copies.AtExit < Few
        ? null
        : new Evidence("exit_writes_by_collector", copies.ByCollectorAtExit / (double)copies.AtExit,
            $"of {copies.AtExit:N0} first writes to inherited pages at the workers' exit, by their call chains,"
                + $" {Amount.Percent(copies.ByCollectorAtExit / (double)copies.AtExit)} came through the collector's last run,"
                + " the rest as modules and types were taken apart");

    /// <summary>What was seen of all workers, of those too that have ended; nothing where no faults were recorded.</summary>
    public static CopiesByWay InAll(Recording recording) => CopiesByWay.Of(OfWorkers(recording));

    private static List<FaultChain> OfWorkers(Recording recording)
    {
        if (recording.Faults is not { } faults)
            return [];
        var workers = faults.Processes.Where(process => process.Role == Role.Worker).Select(process => process.Pid).ToHashSet();
        return [.. faults.Chains.Where(chain => workers.Contains(chain.Pid))];
    }
}
