using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>Large objects may grow further during a background collection before threads that want one wait for its end.</summary>
public sealed class LohWaitPercent : DotNetRemedy
{
    public override string Id => "dotnet.loh-wait-percent";

    public override string Title => "large allocations wait less for background collections";

    public override string Summary =>
        $"{Setting.Variable}={Setting.Hexadecimal} (hexadecimal, {Setting.Value:N0}%): large objects may grow so far in a background collection before "
        + "threads that want one wait for its end; 200% otherwise";

    public override bool TakesMemory => true;

    private protected override IReadOnlyList<Answer> Answered { get; } = [new(LohWaits.FindingId)];

    public override IReadOnlyList<string> Risks =>
    [
        "memory rises further while a background collection is under way: large objects may become eleven times what they were",
        "without effect before .NET 10, and under a collector of segments (DOTNET_GCName=libclrgc.so)",
    ];

    public override bool Helps(Finding finding, Recording recording) => Raises(recording);

    public override string? Refusal(FamilySnapshot family) => base.Refusal(family)
        ?? (LohWait.IsSetting(family.Runtime) == false ? $"it is a setting of .NET 10 and later, and this family runs {family.Runtime!.Version}" : null);

    private protected override GcSetting Setting { get; } = new(LohWait.Key, $"System.GC.{LohWait.Key}", LohWait.Key, 1000);
}
