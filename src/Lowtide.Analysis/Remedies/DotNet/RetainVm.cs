namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>What a collection frees stays the process's, for its next allocations.</summary>
public sealed class RetainVm : DotNetRemedy
{
    public override string Id => "dotnet.retain-vm";

    public override string Title => "keeps memory that collections free";

    public override string Summary => "DOTNET_GCRetainVM=1: memory that collections free is kept for later and not given back to the kernel";

    public override bool TakesMemory => true;

    private protected override IReadOnlyList<Answer> Answered { get; } = [];

    public override IReadOnlyList<string> Risks =>
    [
        "memory stays at its highest: not beside other programs that need it",
    ];

    private protected override GcSetting Setting { get; } =
        new("GCRetainVM", "System.GC.RetainVM", "RetainVM", 1, IsSwitch: true) { Property = "RetainVMGarbageCollection" };
}
