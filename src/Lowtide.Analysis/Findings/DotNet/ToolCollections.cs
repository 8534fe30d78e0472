using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>
/// A tool has had the runtime collect, as dotnet-gcdump does for each dump: a thread of the runtime asks, with no code of the program on its stack, where
/// a call of GC.Collect always has some (dotnet/runtime: eventtrace.cpp, ETW::GCLog::ForceGCForDiagnostics).
/// </summary>
public sealed class ToolCollections : IFindingRule
{
    public const string FindingId = "dotnet.tool-collections";

    public string Id => FindingId;

    public string Title => "a diagnostic tool asks for collections";

    public Examination Examine(Recording recording)
    {
        if (recording.DotNet is not { } trace)
            return Examination.Nothing;
        var asked = trace.Collections.Where(collection => Blame.IsByTool(collection, trace)).ToList();
        return asked.Count == 0 ? Examination.Nothing : Examination.Found(Finding.OfPauses(
            Id,
            $"A diagnostic tool asked for {asked.Count:N0} of the {trace.Collections.Count:N0} collections, as dotnet-gcdump does: no code of the program "
                + "was on the stack.",
            asked,
            [
                new Evidence("by_tool", asked.Count, PauseWords.Text(asked)),
                new Evidence(Finding.InCode, null, "nothing of the program is to change: end the tool, or listen while it is not at work"),
            ]));
    }
}
