using Lowtide.Analysis.Diagnoses;
using Lowtide.Reports.Standalone;
using Spectre.Console;

namespace Lowtide.Reports.Explain;

/// <summary>What <c>lowtide explain</c> shows a person.</summary>
internal static class ExplainScreen
{
    /// <param name="target">As it was typed.</param>
    public static void Show(Diagnosis diagnosis, string target, bool details, IAnsiConsole? console = null) =>
        TerminalReport.Show(ExplainSections.Of(diagnosis, target, details), console);
}
