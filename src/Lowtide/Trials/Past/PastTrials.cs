using Lowtide.Trials.Results;

namespace Lowtide.Trials.Past;

/// <summary>Trials that were kept, the oldest first, and what of the places named could not be read.</summary>
internal sealed record PastTrials(IReadOnlyList<PastTrial> Trials, IReadOnlyList<UnreadTrial> Unread)
{
    /// <summary>Arms for which something had been predicted, and enough pairs ran to tell what was saved.</summary>
    public IReadOnlyList<ArmResult> Predictions { get; } =
        [.. Trials.Where(trial => trial.IsComplete).SelectMany(trial => trial.Result!.Arms).Where(arm => arm.PredictionHeld is not null)];

    public int PredictionsHeld => Predictions.Count(arm => arm.PredictionHeld == true);

    /// <summary>Stricter, as no noise widens it: the estimate itself lies in the predicted interval.</summary>
    public int EstimatesInside => Predictions.Count(arm =>
        arm.Saving.Estimate >= arm.Predicted!.LowBytes && arm.Saving.Estimate <= arm.Predicted.HighBytes);

    /// <param name="places">Files, and folders of them.</param>
    public static PastTrials In(IEnumerable<string> places)
    {
        var (trials, unread) = (new List<PastTrial>(), new List<UnreadTrial>());
        foreach (var file in places.SelectMany(place => Files(place, unread)))
            try
            {
                trials.Add(PastTrial.Read(file));
            }
            catch (Failure failure)
            {
                unread.Add(new UnreadTrial(file, failure.Message));
            }
        return new PastTrials([.. trials.OrderBy(trial => trial.Kept.Header.Started)], unread);
    }

    private static IReadOnlyList<string> Files(string place, List<UnreadTrial> unread)
    {
        try
        {
            return Directory.Exists(place) ? [.. Directory.EnumerateFiles(place, "*.jsonl").Order()] : [place];
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            unread.Add(new UnreadTrial(
                place, refused is UnauthorizedAccessException ? "permission to list this folder is missing" : $"it cannot be listed: {Refusal.Why(refused)}"));
            return [];
        }
    }
}

internal sealed record UnreadTrial(string File, string Why);
