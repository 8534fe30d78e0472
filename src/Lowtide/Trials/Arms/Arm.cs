using System.Text.Json.Serialization;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Trials.Arms;

/// <summary>One way of starting the server.</summary>
/// <param name="Remedies">Ids, as 'lowtide run' takes them.</param>
/// <param name="Settings">Environment variables, beside those that the remedies set.</param>
/// <param name="Command">A line for the shell in the place of the trial's command; null for that command.</param>
internal sealed record Arm(
    string Name, IReadOnlyList<string> Remedies, IReadOnlyList<EnvironmentSetting> Settings, string? Command)
{
    public static Arm Baseline { get; } = new("baseline", [], [], null);

    public static Arm Of(IReadOnlyList<string> remedies) => new(string.Join('+', remedies), remedies, [], null);

    [JsonIgnore]
    public bool IsBaseline => Name == Baseline.Name;

    [JsonIgnore]
    public bool MergesPages => Remedies.Any(id => RemedyCatalogue.Find(id)!.Launch.MergePages);

    /// <summary>What it sets, as --arm takes it.</summary>
    public override string ToString() => string.Join(',',
    [
        .. Remedies,
        .. Settings.Select(each => $"env:{each.Name}={each.Value}"),
        .. Command is null ? [] : new[] { $"command:{Command}" },
    ]);

    /// <summary>Whether all its remedies are on in every worker; null where that was not read, or where it has none.</summary>
    public bool? TookEffectIn(FamilySnapshot family) =>
        Remedies.Count == 0 ? null : AllOf(Remedies.Select(id => RemediesInEffect.TookEffect(RemedyCatalogue.Find(id)!, family)));

    /// <summary>One false makes it false; otherwise one that was not read makes it unread.</summary>
    public static bool? AllOf(IEnumerable<bool?> effects)
    {
        var all = effects.ToList();
        return all.Contains(false) ? false : all.Contains(null) ? null : true;
    }
}

internal sealed record EnvironmentSetting(string Name, string Value);
