using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>Arrays of up to a million bytes begin their life in generation 0, and may die there.</summary>
public sealed class LohThreshold : DotNetRemedy
{
    public override string Id => "dotnet.loh-threshold";

    public override string Title => "fewer objects are large";

    public override string Summary => "DOTNET_GCLOHThreshold=F4240 (hexadecimal, 1,000,000): objects are large from a million bytes on, not 85,000";

    private protected override IReadOnlyList<Answer> Answered { get; } =
    [
        new(LargeObjects.FindingId),
        new(Gen2AsOften.FindingId, Gen2AsOften.IsMostlyForLarge), // where the age of objects begins them, and not their size, it changes nothing
        new(LohWaits.FindingId),
    ];

    public override IReadOnlyList<string> Risks =>
    [
        "those that live long are copied from generation to generation: longer pauses of the young collections",
    ];

    public override bool Helps(Finding finding, Recording recording) => Raises(recording) && base.Helps(finding, recording);

    private protected override GcSetting Setting { get; } = new("GCLOHThreshold", "System.GC.LOHThreshold", "LOHThreshold", 1_000_000)
    {
        Told = settings => settings.LohThresholdBytes,
    };
}
