namespace Lowtide.Analysis.Capacity;

/// <summary>
/// How many answers a worker gives until its private memory passes a limit at which it would be replaced, as one run shows it. Nothing is
/// drawn on beyond the run: what the collector copies is a step and no slope, and a line through it would promise anything.
/// </summary>
/// <param name="Answers">Of one worker: until the largest passed the limit, or all that it gave.</param>
/// <param name="Passed">False where none passed: a worker lives longer than that.</param>
public sealed record AnswersToLimit(double Answers, bool Passed)
{
    /// <param name="largest">Private memory of the largest worker at some seconds, in order; null where it was not read then. The last one is
    /// of the load's end.</param>
    /// <param name="answers">That the load got, from all workers.</param>
    /// <param name="perSecond">At which rate, taken for even.</param>
    /// <returns>Null where nothing of it was read.</returns>
    public static AnswersToLimit? Of(
        IReadOnlyList<(double Seconds, long? Bytes)> largest, long limit, long answers, double perSecond, int workers)
    {
        if (workers == 0 || !(perSecond > 0) || !largest.Any(point => point.Bytes is not null))
            return null;
        var begun = largest[^1].Seconds - (answers / perSecond);
        foreach (var (seconds, bytes) in largest)
            if (bytes > limit)
                return new AnswersToLimit(Math.Clamp((seconds - begun) * perSecond, 0, answers) / workers, Passed: true);
        return new AnswersToLimit(answers / (double)workers, Passed: false);
    }
}
