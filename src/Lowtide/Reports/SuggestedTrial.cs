using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Trials;

namespace Lowtide.Reports;

/// <summary>What an explanation leads to: of each kind of remedy that it offers the first, tried beside each other.</summary>
/// <param name="Options">Of `lowtide trial`: each arm with its option.</param>
/// <param name="Primary">What decides it, where that is not memory: null.</param>
/// <param name="HasOthers">Whether more remedies are offered than it tries.</param>
internal sealed record SuggestedTrial(IReadOnlyList<IRemedy> Tried, IReadOnlyList<string> Options, string? Primary, bool HasOthers, string Start)
{
    /// <summary>An arm is six starts of the server under load, and often more: whoever wants to try more adds it.</summary>
    private const int MostRemedies = 4;

    /// <summary>
    /// What surely saves most stands first. What answers a small finding alone is not worth a trial. Null where no remedy is offered of which is known
    /// that it applies: others are refused at a launch that shows they do not.
    /// </summary>
    public static SuggestedTrial? Of(Explanation explanation)
    {
        var large = explanation.Findings.Where(explained => !FindingRules.IsSmall(explained.Finding, explanation.Family)).ToList();
        var offered = Offered(large);
        var on = Explanation.AskedFor(explanation.Family).ToList();
        var settings = large.Select(explained => explained.Setting?.Command).OfType<string>().SelectMany(line => Preloading(line, on, explanation.Family))
            .ToList();
        if (offered.Count + settings.Count == 0)
            return null;
        if (explanation.First is { } first)
            offered = [.. offered.OrderBy(offer => offer.Remedy != first.Remedy)];
        List<IRemedy> tried = [.. offered.Select(offer => offer.Remedy)];
        return new SuggestedTrial(
            tried,
            Arms(tried, on, settings),
            // What pauses do to requests. A metric that decides is one for all arms: where one is to save memory, that is asked of each.
            settings.Count == 0 && offered.TrueForAll(offer => offer.Finding is { Bytes: null, Seconds: not null }) ? TrialMetrics.LatencyP99 : null,
            explanation.Findings.SelectMany(explained => explained.Remedies).Any(remedy => remedy.CannotTell is null && !tried.Contains(remedy.Remedy)),
            Explanation.StartOf(explanation.Family));
    }

    /// <summary>Of one remedy by itself.</summary>
    public static SuggestedTrial Of(ExplainedRemedy remedy, Explanation explanation) => new(
        [remedy.Remedy], Arms([remedy.Remedy], [.. Explanation.AskedFor(explanation.Family)], []), null, false, Explanation.StartOf(explanation.Family));

    /// <param name="on">What the server was started with: an arm of its own, and part of each other.</param>
    private static IReadOnlyList<string> Arms(List<IRemedy> tried, List<string> on, List<string> settings)
    {
        var arms = tried.Select(remedy => $"{Name(remedy)}={string.Join(',', [.. on, remedy.Id])}").Concat(settings);
        return tried.Count == 1 && on.Count + settings.Count == 0 ? [$"--remedy {tried[0].Id}"]
            : [.. (on.Count == 0 ? arms : arms.Prepend($"now={string.Join(',', on)}")).Select(arm => $"--arm {ShellWord.Of(arm)}")];
    }

    /// <summary>What is loaded before the fork the collector copies again, in Python: so both are tried, with its freezing and without.</summary>
    private static IEnumerable<string> Preloading(string line, List<string> on, FamilySnapshot family)
    {
        yield return $"preload={string.Concat(on.Select(id => $"{id},"))}command:{line}";
        var freeze = new GcFreeze();
        if (family.Runtime?.Name == "cpython" && freeze.Refusal(family) is null && !on.Contains(freeze.Id))
            yield return $"preload-freeze={string.Concat(on.Append(freeze.Id).Select(id => $"{id},"))}command:{line}";
    }

    public string Command => Line("--ready URL --load LOAD");

    /// <param name="load">The options that say when it is ready and what loads it.</param>
    public string Line(string load) =>
        $"lowtide trial {string.Join(' ', Options)} {(Primary is null ? "" : $"--primary {Primary} ")}{load} -- {Start}";

    private static List<(Finding Finding, IRemedy Remedy)> Offered(IEnumerable<ExplainedFinding> findings) =>
        [.. findings.SelectMany(explained => explained.Offers
                .Where(offer => offer.First is { SaidUnder: null, CannotTell: null })
                .Select(offer => (explained.Finding, offer.First.Remedy)))
            .Take(MostRemedies)];

    private static string Name(IRemedy remedy) => remedy.Id[(remedy.Id.IndexOf('.') + 1)..];
}
