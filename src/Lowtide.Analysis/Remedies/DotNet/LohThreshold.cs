using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>Arrays of up to a million bytes begin their life in generation 0, and may die there.</summary>
public sealed class LohThreshold : DotNetRemedy
{
    public override string Id => "dotnet.loh-threshold";

    public override string Summary => "DOTNET_GCLOHThreshold=F4240 (hexadecimal, 1,000,000): objects are large from a million bytes on, not 85,000";

    public override IReadOnlyList<string> Answers => ["dotnet.large-objects", "dotnet.gen2-as-often", "dotnet.loh-waits"];

    public override IReadOnlyList<string> Risks =>
    [
        "those that live long are copied from generation to generation: longer pauses of the young collections",
    ];

    /// <summary>Where the age of objects begins the collections, and not their size, it changes nothing.</summary>
    public override bool Helps(Finding finding, Recording recording) => Raises(recording) && (finding.Id, recording.DotNet) switch
    {
        ("dotnet.gen2-as-often", { } trace) => Gen2AsOften.IsMostlyForLarge(trace),
        _ => true,
    };

    private protected override GcSetting Setting { get; } = new("GCLOHThreshold", "System.GC.LOHThreshold", "LOHThreshold", 1_000_000)
    {
        Told = settings => settings.LohThresholdBytes,
    };
}
