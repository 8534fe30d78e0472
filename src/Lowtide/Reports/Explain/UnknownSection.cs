using Lowtide.Reports.Standalone;

namespace Lowtide.Reports.Explain;

/// <summary>What could not be told, and where the rest stands.</summary>
internal static class UnknownSection
{
    private const int MostNamed = 2, LongestPart = 80;

    /// <param name="target">As it was typed.</param>
    public static ReportSection Of(Explanation explanation, string target)
    {
        var unknown = Screen.Together(explanation.CouldNotRead).ToList();
        var more = new Step("details", $"lowtide explain {ShellWord.Of(target)} --details", IsCommand: true);
        return new ReportSection("unknown", "", "", [new StepsBlock(unknown.Count == 0 ? [more] :
        [
            new Step("unknown", string.Join("; ", unknown.Take(MostNamed).Select(missing => Screen.Short(missing.What, LongestPart)))
                + (unknown.Count > MostNamed ? $"; {unknown.Count - MostNamed} more" : ""), IsCommand: false),
            more,
        ])]);
    }
}
