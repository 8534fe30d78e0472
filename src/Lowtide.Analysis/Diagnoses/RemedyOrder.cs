using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Diagnoses;

/// <summary>A remedy that answers a finding in this family, with what it is worth.</summary>
/// <param name="Saving">At first; null where nothing is predicted.</param>
/// <param name="Net">After the horizon; null as that is.</param>
/// <param name="Declined">Why it is not offered all the same; null of one that is.</param>
/// <param name="CannotTell">What its use hangs on and could not be read; null where all was.</param>
public sealed record WeighedRemedy(IRemedy Remedy, Saving? Saving, Saving? Net, string? Declined, string? CannotTell)
{
    /// <summary>Whoever follows it is no worse off than before, as far as can be told.</summary>
    public bool MayStandFirst => this is { Saving: not null, Net: { HighBytes: > 0 }, CannotTell: null, Declined: null } && IsSafe;

    internal bool IsSafe { get; init; }
}

/// <summary>Which remedies answer a finding, the one that surely saves most first.</summary>
public static class RemedyOrder
{
    /// <summary>Those that are offered in their order, then those that are declined.</summary>
    public static IReadOnlyList<WeighedRemedy> Of(Finding finding, Recording recording, Horizon horizon)
    {
        var family = recording.Latest;
        return
        [
            .. from remedy in RemedyCatalogue.All
               where remedy.Answers.Contains(finding.Id) && !remedy.IsExperimental
               where remedy.Helps(finding, recording) && remedy.Refusal(family) is null
               where RemediesInEffect.TookEffect(remedy, family) != true
               let weighed = Weighed(remedy, finding, recording, horizon)
               orderby weighed.Declined is not null, weighed.CannotTell is not null, weighed.Saving is null, !weighed.IsSafe,
                   weighed.Net?.LowBytes ?? 0 descending
               select weighed,
        ];
    }

    private static WeighedRemedy Weighed(IRemedy remedy, Finding finding, Recording recording, Horizon horizon)
    {
        var saving = remedy.Predict(finding, recording);
        // Of a growth that nothing tells and nothing ends there is no net figure.
        var net = saving is { Cost: { IsKnown: false, MostBytes: null } } ? null : saving?.After(horizon.Seconds);
        return new WeighedRemedy(remedy, saving, net, Declined(remedy, saving, net, recording, horizon), remedy.CannotTell(recording.Latest))
        {
            IsSafe = saving?.IsSafe(horizon.Seconds) == true,
        };
    }

    /// <summary>The remedy itself, or one that sets the same variable to something that excludes it, where the server was started with it.</summary>
    private static IRemedy? AskedFor(IRemedy remedy, FamilySnapshot family) => RemedyCatalogue.All.FirstOrDefault(asked =>
        (asked == remedy || asked.Launch.Environment.Any(set =>
            remedy.Launch.Environment.TryGetValue(set.Key, out var value) && StartSetting.Of(set.Key).Excludes(value, set.Value)))
        && RemediesInEffect.WereAskedFor(asked.Id, family));

    private static string? Declined(IRemedy remedy, Saving? saving, Saving? net, Recording recording, Horizon horizon)
    {
        if (AskedFor(remedy, recording.Latest) is { } asked)
            return asked != remedy ? $"the server was started with {asked.Id}"
                : "the server was started with it" + (RemediesInEffect.TookEffect(remedy, recording.Latest) == false ? ": see first why it is not on" : "");
        if ((remedy.TakesMemory || !ScarceMemory.Holds(saving?.Cost, recording, horizon.Seconds)) && ScarceMemory.Of(recording) is { } scarce)
            return $"{(remedy.TakesMemory ? "it takes more memory" : "memory may grow")}, and {scarce}";
        if (net is not { HighBytes: <= 0 } || saving!.Cost is not { } cost)
            return null;
        var serving = Math.Max(1, recording.Latest.Serving.Count);
        return $"{Amount.Range(cost.LowBytes(horizon.Seconds) / serving, cost.HighBytes(horizon.Seconds) / serving)} of garbage in cycles would stay"
            + $" in each {(recording.Latest.Workers.Count == 0 ? "process" : "worker")} within {Amount.Time(horizon.Seconds)}"
            + (saving.WorseAfterSeconds is { } worse ? $": worse than today after {Amount.Time(worse)}" : "");
    }
}
