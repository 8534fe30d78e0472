using Lowtide.Recordings;

namespace Lowtide.Analysis.Comparison;

/// <summary>
/// Two families side by side, as they were found. An observation, not a trial: nobody decided by lot which worker is where, and
/// workers of one family share their master, so that whatever is special about it is in all of them.
/// </summary>
public sealed record FamilyComparison(
    ComparedFamily A, ComparedFamily B, IReadOnlyList<Difference> Differences, IReadOnlyList<Circumstance> Circumstances)
{
    public const double Alpha = 0.05;

    public static FamilyComparison Of(Recording a, Recording b)
    {
        var (first, second) = (ComparedFamily.Of(a), ComparedFamily.Of(b));
        return new FamilyComparison(first, second, Difference.Of(first, second, Alpha), Circumstance.Of(first, second));
    }

    /// <summary>
    /// A process that is in both, so that the two are one family, perhaps at two times: its workers are no independent
    /// samples. Null where none is.
    /// </summary>
    public static ProcessFacts? InBoth(Recording a, Recording b) => a.Latest.Members
        .Select(member => member.Process)
        // Of a trace neither when it began nor where its stack lies is known, and in a container each service is process 1.
        .Where(process => !process.FromTrace)
        .FirstOrDefault(process => b.Latest.Members.Any(other =>
            other.Process.IsSameProcess(process) && other.Process.StackStart == process.StackStart && other.Process.CommandLine == process.CommandLine));
}
