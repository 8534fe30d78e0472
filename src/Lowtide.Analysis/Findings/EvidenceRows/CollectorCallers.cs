using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.EvidenceRows;

/// <summary>Who called the collector's functions, where the kit has noted it.</summary>
internal static class CollectorCallers
{
    private const int MostRows = 4, MostCallers = 3;

    /// <summary>The first calls from each place, at most four rows; none where nothing was noted.</summary>
    public static IEnumerable<Evidence> Of(IEnumerable<Member> members, params IReadOnlyList<string> functions) => members
        .SelectMany(member => member.Notes?.CollectorCalls ?? [])
        .Where(call => functions.Contains(call.Function))
        .DistinctBy(call => (call.Function, string.Join('\t', call.Chain)))
        .Take(MostRows)
        .Select(call => new Evidence(
            "call", call.ProcessId,
            $"{call.Function}({call.Arguments}) called by {string.Join(" <- ", call.Chain.Take(MostCallers))}, first in process {call.ProcessId}"));
}
