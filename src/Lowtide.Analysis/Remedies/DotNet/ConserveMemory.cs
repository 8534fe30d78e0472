using Lowtide.Analysis.Findings.DotNet;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>Fragmented memory is compacted sooner, that of large objects too.</summary>
public sealed class ConserveMemory : DotNetRemedy
{
    public override string Id => "dotnet.conserve-memory";

    public override string Title => "compacts a fragmented heap sooner";

    public override string Summary => "DOTNET_GCConserveMemory=7: full collections compact a fragmented heap sooner, large objects too (0 to 9)";

    private protected override IReadOnlyList<Answer> Answered { get; } = [new(MemoryLimit.FindingId), new(LargeObjects.FindingId)];

    public override IReadOnlyList<string> Risks =>
    [
        "full collections that compact block: longer pauses, and more of them",
        "with DATAS (.NET 9 and later under server collection) the runtime conserves memory by itself already",
    ];

    private protected override GcSetting Setting { get; } = new("GCConserveMemory", "System.GC.ConserveMemory", "GCConserveMem", 7);
}
