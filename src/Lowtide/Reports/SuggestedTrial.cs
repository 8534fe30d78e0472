using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;

namespace Lowtide.Reports;

/// <summary>What an explanation leads to: of each kind of remedy that it offers the first, tried beside each other.</summary>
/// <param name="Options">Of `lowtide trial`: each arm with its option.</param>
internal sealed record SuggestedTrial(IReadOnlyList<IRemedy> Tried, IReadOnlyList<string> Options, string Start)
{
    /// <summary>An arm is six starts of the server under load, and often more: whoever wants to try more adds it.</summary>
    private const int MostRemedies = 4;

    /// <summary>
    /// What answers a small finding is tried where there is no other. Null where no remedy is offered of which is known that it applies: others are
    /// refused at a launch that shows they do not.
    /// </summary>
    public static SuggestedTrial? Of(Explanation explanation)
    {
        var tried = First(explanation.Findings.Where(explained => !FindingRules.IsSmall(explained.Finding, explanation.Family)));
        if (tried.Count == 0)
            tried = First(explanation.Findings);
        if (tried.Count == 0)
            return null;
        var on = Explanation.AskedFor(explanation.Family).ToList();
        IEnumerable<string> arms = tried.Select(remedy => $"{Name(remedy)}={string.Join(',', [.. on, remedy.Id])}");
        return new SuggestedTrial(
            tried,
            tried.Count == 1 && on.Count == 0 ? [$"--remedy {tried[0].Id}"]
                : [.. (on.Count == 0 ? arms : arms.Prepend($"now={string.Join(',', on)}")).Select(arm => $"--arm {arm}")],
            Explanation.StartOf(explanation.Family));
    }

    public string Command => $"lowtide trial {string.Join(' ', Options)} --ready URL --load LOAD -- {Start}";

    private static List<IRemedy> First(IEnumerable<ExplainedFinding> findings) =>
        [.. findings.SelectMany(explained => explained.Offers).Where(offer => offer.First is { SaidUnder: null, CannotTell: null })
            .Select(offer => offer.First.Remedy).Take(MostRemedies)];

    private static string Name(IRemedy remedy) => remedy.Id[(remedy.Id.IndexOf('.') + 1)..];
}
