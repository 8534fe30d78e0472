using Lowtide.Analysis.Findings.DotNet;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>Server collection takes as many heaps and as large a generation 0 as what is alive justifies.</summary>
public sealed class DatasOn : DotNetRemedy
{
    public override string Id => "dotnet.datas-on";

    public override string Title => "server collection with as many heaps as needed";

    public override string Summary => "DOTNET_GCDynamicAdaptationMode=1: server collection adapts to what is kept alive (DATAS; the default from .NET 9)";

    public override bool IsRuntimeDefault => true;

    private protected override IReadOnlyList<Answer> Answered { get; } = [new(MemoryLimit.FindingId)];

    public override IReadOnlyList<string> Risks =>
    [
        "collections come more often: a few percent of throughput",
        "it is the default from .NET 9, and without effect before .NET 8",
    ];

    public override bool OnlyUnderServer => true;

    private protected override GcSetting Setting { get; } = GcSetting.Adaptation(on: true);
}
