using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>Full collections beside the program's own threads, which stop for a moment only.</summary>
public sealed class ConcurrentOn : DotNetRemedy
{
    public override string Id => "dotnet.concurrent-on";

    public override string Title => "full collections in the background";

    public override string Summary => "DOTNET_gcConcurrent=1: full collections run in the background, where the program's files have switched that off";

    public override bool TakesMemory => true;

    public override bool IsRuntimeDefault => true;

    /// <summary>
    /// What the program asked for blocks whatever the setting, unless it said that it need not (dotnet/runtime: gc.h, reason_induced_noforce): the
    /// others must matter by themselves.
    /// </summary>
    private protected override IReadOnlyList<Answer> Answered { get; } =
    [
        new(BlockingGen2.FindingId, trace => BlockingGen2.Matters(
            [.. BlockingGen2.Of(trace).Where(collection => !collection.IsInduced || collection.Reason == CollectionReason.InducedNotForced)], trace)),
    ];

    public override IReadOnlyList<string> Risks =>
    [
        "a background collection takes CPU time beside the program and does not compact: the heap may stay larger",
        "it is the default: without effect where nothing switched it off",
        "collections that code asks for by GC.Collect() stay blocking",
    ];

    private protected override GcSetting Setting { get; } = GcSetting.Concurrent(on: true);
}
