using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Diagnoses;

/// <summary>A finding with the remedies that say they answer it.</summary>
/// <param name="Remedies">In their order.</param>
/// <param name="Preload">Of the server's own configuration; null where it has none against this.</param>
public sealed record DiagnosedFinding(Finding Finding, IReadOnlyList<OfferedRemedy> Remedies, PreloadSetting? Preload)
{
    /// <summary>Remedies that answer it and would do harm here, each with why.</summary>
    public IReadOnlyList<WeighedRemedy> Declined { get; init; } = [];

    /// <summary>What to change in the program itself; null where nothing says so.</summary>
    public string? InCode => Row(Findings.Finding.InCode);

    /// <summary>What to set, or to give it; null where nothing says so.</summary>
    public string? ToSet => Row(Findings.Finding.ToSet);

    /// <summary>What to look at or to try next; null where nothing says so.</summary>
    public string? NextLook => Row(Findings.Finding.NextLook);

    private string? Row(string name) => Finding.Evidence.FirstOrDefault(row => row.Name == name)?.Text;

    /// <summary>Nobody knows what to do about it: to ask the runtime's own tool is something.</summary>
    public bool IsOnlyTold => Remedies.Count == 0 && Preload is null && InCode is null && ToSet is null && NextLook is null;

    /// <summary>In their order, those that are said in one breath together.</summary>
    public IReadOnlyList<AlikeRemedies> Offers => [.. Remedies.GroupBy(remedy => remedy.AlikeBy).Select(alike => new AlikeRemedies([.. alike]))];

    /// <param name="findings">In their order.</param>
    public static IReadOnlyList<DiagnosedFinding> All(IReadOnlyList<Finding> findings, Recording recording, Horizon horizon)
    {
        var (family, saidUnder, all) = (recording.Latest, new Dictionary<string, int>(), new List<DiagnosedFinding>());
        foreach (var finding in findings)
        {
            var weighed = RemedyOrder.Of(finding, recording, horizon).ToLookup(remedy => remedy.Declined is null);
            var offered = weighed[true].Select(remedy => OfferedRemedy.Of(remedy, family)).Select(remedy =>
                saidUnder.TryAdd(remedy.Remedy.Id, all.Count + 1) ? remedy : remedy with { SaidUnder = saidUnder[remedy.Remedy.Id] });
            all.Add(new DiagnosedFinding(finding, [.. offered], PreloadSetting.For(finding, family))
            {
                Declined = [.. weighed[false]],
            });
        }
        return all;
    }
}
