using Lowtide.Analysis;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Spectre.Console;

namespace Lowtide.Reports;

/// <summary>Copied memory by cause, a worker's mean, and the types that stand there: one look refutes a wrong theory.</summary>
internal static class CausesTable
{
    public static void Show(FamilySnapshot family)
    {
        if (FamilyCauses.Of(family) is not { Matters: true } causes)
            return;
        var table = Screen.Table("COPIED BY", ">A WORKER", ">OF COPIES", new("WHAT STANDS THERE") { Folds = true });
        foreach (var cause in causes.ByCause())
            table.AddRow(CauseNames.Of(cause.Cause), Screen.Size(cause.Bytes), Amount.Percent(cause.Share), Screen.Text(cause.Standing));
        Screen.Line();
        Screen.Write(table);
        if (CopiedCodeLine.Of(family, causes) is { } code)
            Screen.Line(code);
    }
}
