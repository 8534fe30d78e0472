using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>The number of heaps and the size of generation 0 are what they were before .NET 9: by processors and caches.</summary>
public sealed class DatasOff : DotNetRemedy
{
    public override string Id => "dotnet.datas-off";

    public override string Summary => "DOTNET_GCDynamicAdaptationMode=0: server collection does not adapt to what the program keeps alive (DATAS)";

    public override IReadOnlyList<string> Answers => ["dotnet.gen2-as-often", "dotnet.time-in-collections"];

    public override IReadOnlyList<string> Risks =>
    [
        "memory rises to what server collection took before .NET 9",
        "without effect before .NET 8",
    ];

    /// <summary>What the program asks for comes as often.</summary>
    public override bool Helps(Finding finding, Recording recording) => (finding.Id, recording.DotNet) switch
    {
        ("dotnet.time-in-collections", { } trace) => TimeInCollections.IsMostlyOwn(trace),
        _ => true,
    };

    protected override bool OnlyUnderServer => true;

    private protected override GcSetting Setting { get; } = GcSetting.Adaptation(on: false);
}
