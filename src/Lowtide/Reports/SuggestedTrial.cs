using Lowtide.Analysis.Remedies;

namespace Lowtide.Reports;

/// <summary>What an explanation leads to: of each kind of remedy that it offers the first, tried beside each other.</summary>
/// <param name="Arms">Each as '--arm' takes it; of a single remedy '--remedy' does.</param>
internal sealed record SuggestedTrial(IReadOnlyList<IRemedy> Remedies, IReadOnlyList<string> Arms, string Start)
{
    /// <summary>An arm is six starts of the server under load, and often more: whoever wants to try more adds it.</summary>
    private const int MostRemedies = 4;

    /// <summary>Null where no remedy is offered.</summary>
    public static SuggestedTrial? Of(Explanation explanation)
    {
        var offered = explanation.Findings.SelectMany(explained => explained.Offers)
            .Where(offer => offer.First.SaidUnder is null).Select(offer => offer.First.Remedy).ToList();
        if (offered.Count == 0)
            return null;
        var on = Explanation.AskedFor(explanation.Family).ToList();
        var tried = offered.Take(MostRemedies).ToList();
        IEnumerable<string> arms = tried.Select(remedy => $"{Name(remedy)}={string.Join(',', [.. on, remedy.Id])}");
        return new SuggestedTrial(
            offered,
            offered.Count == 1 && on.Count == 0 ? [$"--remedy {offered[0].Id}"]
                : [.. (on.Count == 0 ? arms : arms.Prepend($"now={string.Join(',', on)}")).Select(arm => $"--arm {arm}")],
            Explanation.StartOf(explanation.Family));
    }

    public string Command => $"lowtide trial {string.Join(' ', Arms)} --ready URL --load LOAD -- {Start}";

    private static string Name(IRemedy remedy) => remedy.Id[(remedy.Id.IndexOf('.') + 1)..];
}
