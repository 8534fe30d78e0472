using Lowtide.Analysis.Findings.DotNet;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>Two heaps in place of one a processor: less memory, and fewer threads that collect.</summary>
public sealed class HeapCount : DotNetRemedy
{
    public override string Id => "dotnet.heap-count";

    public override string Title => "server collection with two heaps";

    public override string Summary => "DOTNET_GCHeapCount=2: two heaps under server collection, in place of one for each processor";

    private protected override IReadOnlyList<Answer> Answered { get; } = [new(MemoryLimit.FindingId)];

    public override IReadOnlyList<string> Risks =>
    [
        "two threads collect what all processors allocate: longer pauses where there are many",
        "the heaps are bound to the first two processors: several such servers on one machine share them (DOTNET_GCNoAffinitize=1)",
        "a fixed number switches DATAS off",
    ];

    /// <summary>Two processors give two heaps by themselves.</summary>
    public override bool IsRuntimeDefault => true;

    public override bool OnlyUnderServer => true;

    private protected override GcSetting Setting { get; } = new("GCHeapCount", "System.GC.HeapCount", "HeapCount", 2);
}
