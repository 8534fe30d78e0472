using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <summary>Everything that an answer rests on.</summary>
internal static class DetailSections
{
    public static IEnumerable<ReportSection> Of(Diagnosis diagnosis)
    {
        var family = diagnosis.Family;
        ReportBlock?[] facts =
        [
            Facts(diagnosis),
            .. diagnosis.DotNet is { } trace ? OfDotNet(trace, diagnosis) : [],
            BreakdownTable.Block("", diagnosis),
            .. CausesTable.Blocks(diagnosis.Causes, family),
            Risks(family),
        ];
        yield return new ReportSection("facts", "What was read", "", [.. facts.OfType<ReportBlock>()]);
        if (diagnosis.Findings.Count > 0)
            yield return new ReportSection("findings", "What was found", "", [.. FindingBlocks.Of(diagnosis, diagnosis.Answer.Leading)]);
        if (!IsSaid(SuggestedTrial.Of(diagnosis), diagnosis) && FindingBlocks.Next(diagnosis).ToList() is { Count: > 0 } next)
            yield return new ReportSection("next", "What to do", "", next);
        if (UnreadWords.Section(diagnosis.CouldNotRead) is { } unread)
            yield return unread;
    }

    /// <summary>Whether it is the trial of the answer: that stands above, and so does how to keep the one remedy that it tries.</summary>
    private static bool IsSaid(SuggestedTrial? trial, Diagnosis diagnosis) => trial is not null && diagnosis.Answer is { First: not null, Trial: { } answers }
        && TrialLine.Of(trial, diagnosis) == TrialLine.Of(answers, diagnosis);

    private static TextBlock Facts(Diagnosis diagnosis)
    {
        var family = diagnosis.Family;
        var lines = new List<string?>
        {
            diagnosis.Recorded is { } recorded
                ? $"{FamilyWords.Recorded(recorded)}; point-in-time values are from the {(recorded.HasLastLook ? "end" : "start")}" : null,
        };
        lines.AddRange(ReloadWords.Lines(diagnosis.Generations, diagnosis.MasterChanges));
        lines.Add(FamilyWords.Cgroup(family.Cgroup));
        lines.Add(FamilyWords.Sharing(family) is { } sharing
            ? sharing + (diagnosis.SteadySeconds is { } seconds ? $"; steady over {Amount.Time(seconds)}" : "") : null);
        lines.Add(FamilyWords.Arenas(family));
        lines.AddRange(RubyWords.Of(family));
        if (diagnosis.DotNet is { } trace)
            lines.AddRange(DotNetWords.Of(trace, diagnosis.Recorded).Skip(1).Concat(RequestWords.Of(diagnosis.Requests)));
        else if (diagnosis is { Unheard: not null, Findings.Count: > 0 })
            lines.Add(FindingWords.Unheard);
        if (diagnosis.Cycles is { } cycles)
            lines.Add(LaunchWords.CyclesWatch(cycles, family));
        return new TextBlock(null, null, [.. lines.OfType<string>()]);
    }

    private static IEnumerable<ReportBlock> OfDotNet(DotNetTrace trace, Diagnosis diagnosis)
    {
        if (trace.Collections.Count == 0)
            yield break;
        yield return DotNetWords.Table(trace);
        if (DotNetWords.Large(trace) is { } large)
            yield return new TextBlock(null, large, []);
        var full = DotNetWords.Full(trace).ToList();
        if (full.Count > 0)
            yield return new TextBlock(null, "collections of generation 2, those of the longest pauses:", full);
        foreach (var block in DotNetWords.Alerts(diagnosis.Alerts))
            yield return block;
    }

    private static TextBlock? Risks(FamilySnapshot family) =>
        RemediesInEffect.Of(family).SelectMany(entry => InEffectWords.Risks(entry, family).Select(risk => $"{entry.Id}: {risk}")).ToList()
            is { Count: > 0 } risks ? new TextBlock(null, "remedies that are on:", risks) : null;
}
