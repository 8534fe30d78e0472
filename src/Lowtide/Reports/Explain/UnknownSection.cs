using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Explain;

/// <summary>What could not be told, and where the rest stands.</summary>
internal static class UnknownSection
{
    private const int MostNamed = 2, LongestPart = 80;

    /// <param name="call">What followed 'lowtide explain', as words of a shell.</param>
    public static ReportSection Of(Diagnosis diagnosis, string call)
    {
        // How memory went is said above, and that nobody can tell yet how it goes on.
        var said = GrowthLine.Of(diagnosis) is null ? null : GrowingMemory.FindingId;
        var unknown = Screen.Together(diagnosis.CouldNotRead.Where(missing => missing.Code != said)).ToList();
        var more = new Step("details", OwnCall.Of($"explain {call} --details"), IsCommand: true);
        // Where nothing could be read, what would give it is the answer.
        Step[] mend = diagnosis.IsUnread && unknown.FirstOrDefault(missing => missing.Mend is not null) is { Mend: { } how }
            ? [new Step("to read it", how, IsCommand: false)] : [];
        return new ReportSection("unknown", "What is not known", "", [new StepsBlock(unknown.Count == 0 ? [more] :
        [
            .. mend,
            new Step("unknown", string.Join("; ", unknown.Take(MostNamed).Select(missing => Screen.Short(missing.What, LongestPart)))
                + (unknown.Count > MostNamed ? $"; {unknown.Count - MostNamed} more" : ""), IsCommand: false),
            more,
        ])]) { NeedsHeading = false };
    }
}
