using Lowtide.Analysis.Findings.DotNet;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>The number of heaps and the size of generation 0 are what they were before .NET 9: by processors and caches.</summary>
public sealed class DatasOff : DotNetRemedy
{
    public override string Id => "dotnet.datas-off";

    public override string Title => "server collection with a heap for each processor, always";

    public override string Summary => "DOTNET_GCDynamicAdaptationMode=0: server collection does not adapt to what the program keeps alive (DATAS)";

    public override bool TakesMemory => true;

    private protected override IReadOnlyList<Answer> Answered { get; } =
    [
        new(Gen2AsOften.FindingId),
        new(TimeInCollections.FindingId, TimeInCollections.IsMostlyOwn), // what the program asks for comes as often
    ];

    public override IReadOnlyList<string> Risks =>
    [
        "memory rises to what server collection took before .NET 9",
        "without effect before .NET 8",
    ];

    public override bool OnlyUnderServer => true;

    private protected override GcSetting Setting { get; } = GcSetting.Adaptation(on: false);
}
