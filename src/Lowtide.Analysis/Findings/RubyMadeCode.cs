using Lowtide.Analysis.Breakdown;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Code that was made while Ruby ran is much of the memory: YJIT keeps its own until the process ends, up to a size that can be set.</summary>
public sealed class RubyMadeCode : IFindingRule
{
    /// <summary>Of the memory: a compiler's code is worth its place, and only much of it a question.</summary>
    private const double Much = 0.1;

    public const string FindingId = "ruby.made-code";

    public string Id => FindingId;

    public string Title => "compiled code is much of the memory";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        if (family.Runtime is not { Name: "cruby" } || MemoryBreakdown.OfFamily(recording) is not { } told || family.PssBytes is not (> 0 and var pss))
            return Examination.Nothing;
        var code = MemoryBreakdown.Sum(told, MemoryShareKind.MadeCode);
        var share = code / (double)pss;
        if (share < Much || !Amount.Matters(code, family))
            return Examination.Nothing;
        return Examination.Found(new Finding(
            Id,
            $"Code made at run time takes {Amount.Bytes(code)} ({Amount.Percent(share)}): YJIT's, or a library's.",
            code,
            code / told.Count,
            [
                new Evidence("made_code_share", share, "YJIT compiles what is called often, and keeps it until the process ends"),
                new Evidence(
                    Finding.ToSet, null,
                    "RUBYOPT=--yjit-exec-mem-size=N bounds it to N MiB a process; what is beyond stays interpreted: measure both with a trial"),
            ]));
    }
}
