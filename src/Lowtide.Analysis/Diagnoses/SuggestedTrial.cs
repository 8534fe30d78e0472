using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Diagnoses;

/// <summary>The trial that a diagnosis leads to.</summary>
/// <param name="Tried">In their order.</param>
/// <param name="Arms">Each of <paramref name="Tried"/>, what the server has now, and its own settings.</param>
/// <param name="OfPauses">What decides is what pauses do to requests, and not memory.</param>
/// <param name="HasOthers">More remedies are offered than it tries.</param>
public sealed record SuggestedTrial(IReadOnlyList<IRemedy> Tried, IReadOnlyList<SuggestedArm> Arms, bool OfPauses, bool HasOthers)
{
    /// <summary>An arm is six starts of the server under load, and often more: whoever wants to try more adds it.</summary>
    private const int MostRemedies = 4;

    /// <summary>
    /// Of each kind of remedy that is offered the first, beside each other; what surely saves most stands first. What answers a small finding alone is not
    /// worth a trial. Null where no remedy is offered of which is known that it applies: others are refused at a launch that shows they do not.
    /// </summary>
    public static SuggestedTrial? Of(Diagnosis diagnosis) => Of(diagnosis, diagnosis.Answer.First);

    internal static SuggestedTrial? Of(Diagnosis diagnosis, OfferedRemedy? first)
    {
        var offered = Offered(diagnosis);
        var on = diagnosis.AskedFor;
        var settings = diagnosis.Large.Select(found => found.Preload?.Command).OfType<string>()
            .SelectMany(line => Preloading(line, on, diagnosis.Family)).ToList();
        if (offered.Count + settings.Count == 0)
            return null;
        List<IRemedy> tried = [.. offered.Select(offer => offer.Remedy).OrderBy(remedy => remedy != first?.Remedy)];
        return new SuggestedTrial(
            tried,
            [.. With(tried, on), .. settings],
            // A metric that decides is one for all arms: where one is to save memory, that is asked of each.
            settings.Count == 0 && offered.TrueForAll(offer => offer.Finding is { Bytes: null, Seconds: not null }),
            diagnosis.Findings.SelectMany(found => diagnosis.ToAct(found).Remedies)
                .Any(remedy => remedy.CannotTell is null && !tried.Contains(remedy.Remedy)));
    }

    internal static SuggestedTrial OfOne(OfferedRemedy offered, Diagnosis diagnosis) =>
        new([offered.Remedy], [.. With([offered.Remedy], diagnosis.AskedFor)], OfPauses: false, HasOthers: false);

    /// <param name="on">What the server was started with: an arm of its own, and part of each other.</param>
    private static IEnumerable<SuggestedArm> With(List<IRemedy> tried, IReadOnlyList<string> on)
    {
        if (on.Count > 0)
            yield return new SuggestedArm("now", on, null);
        foreach (var remedy in tried)
            yield return new SuggestedArm(remedy.Id[(remedy.Id.IndexOf('.') + 1)..], [.. on, remedy.Id], null);
    }

    /// <summary>What is loaded before the fork the collector copies again, in Python: so both are tried, with its freezing and without.</summary>
    private static IEnumerable<SuggestedArm> Preloading(string line, IReadOnlyList<string> on, FamilySnapshot family)
    {
        yield return new SuggestedArm("preload", on, line);
        var freeze = new GcFreeze();
        if (family.Runtime?.Name == "cpython" && freeze.Refusal(family) is null && !on.Contains(freeze.Id))
            yield return new SuggestedArm("preload-freeze", [.. on, freeze.Id], line);
    }

    /// <summary>Nobody is told to switch on what the whole machine then does, for a gain that nothing predicts.</summary>
    private static List<(Finding Finding, IRemedy Remedy)> Offered(Diagnosis diagnosis) =>
        [.. diagnosis.Large.SelectMany(found => diagnosis.ToAct(found).Offers
                .Where(offer => offer.First is { SaidUnder: null, CannotTell: null } && !diagnosis.LacksKsmd(offer.First.Remedy))
                .Select(offer => (found.Finding, offer.First.Remedy)))
            .Take(MostRemedies)];
}

/// <param name="Remedies">Their ids.</param>
/// <param name="Command">In the place of the server's own; null for that.</param>
public sealed record SuggestedArm(string Name, IReadOnlyList<string> Remedies, string? Command);
