using Lowtide.Trials;

namespace Lowtide.Reports.Trials;

/// <summary>What stands at the top of a trial, whose figures are those of many runs, where what was read of one is not what others count.</summary>
internal static class RunAgreements
{
    /// <returns>A sentence each figure, however many runs it is of; none where all agree.</returns>
    public static IEnumerable<string> Careful(TrialFacts facts)
    {
        var runs = facts.Runs.ToList();
        return runs.SelectMany(run => (run.Agreements ?? []).Where(figure => !figure.Holds).Select(figure => (Run: run, Figure: figure)))
            .GroupBy(one => one.Figure.Name)
            .Select(same => (same.First().Run, same.First().Figure, Count: same.Count()))
            .Select(same => $"Careful: in {same.Count} of {runs.Count} runs what was read is not what others count. First in pair {same.Run.Block + 1} of "
                + $"{same.Run.Arm}: {same.Figure.Said}");
    }
}
