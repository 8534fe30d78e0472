using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>Generation 0 of 64 MiB at least: fewer collections, and fewer objects that are alive by chance when one comes.</summary>
public sealed class Gen0Size : DotNetRemedy
{
    public override string Id => "dotnet.gen0-size";

    public override string Title => "a larger generation 0: fewer young collections";

    public override string Summary => "DOTNET_GCgen0size=4000000 (hexadecimal, 64 MiB): at least so much is allocated between collections of generation 0";

    public override bool TakesMemory => true;

    /// <summary>
    /// Large and pinned objects are in generation 2 from their first moment: the others that die there must matter by themselves, collections
    /// that large objects begin come as often, and so do those that the program asks for.
    /// </summary>
    private protected override IReadOnlyList<Answer> Answered { get; } =
    [
        new(Gen2AsOften.FindingId, trace => !Gen2AsOften.IsMostlyForLarge(trace)),
        new(Gen2Deaths.FindingId, trace => Gen2Deaths.Matters([.. Gen2Death.All(trace).Where(death => death.Heap == DotNetHeap.Small)])),
        new(TimeInCollections.FindingId, IsMostlyForRoom),
    ];

    public override IReadOnlyList<string> Risks =>
    [
        "memory rises by as much, under server collection with each heap",
        "generation 0 no longer fits into the processor's cache",
        "GC.GetConfigurationVariables leaves it out: only listening to the runtime (explain, record) tells that it is on",
    ];

    public override bool Helps(Finding finding, Recording recording) => Raises(recording) && base.Helps(finding, recording);

    /// <summary>Whether the larger part of the pauses is of collections that began because generation 0 was full, or as a memory limit was near.</summary>
    private static bool IsMostlyForRoom(DotNetTrace trace) =>
        2 * trace.Collections.Where(collection => collection is { IsInduced: false, IsForLargeObject: false }).Sum(collection => collection.PauseSeconds)
            >= trace.PauseSeconds;

    /// <summary>
    /// In the environment only: System.GC.Gen0Size of runtimeconfig.json is not read (tried on .NET 10). dotnet/runtime: gcconfig.h, without a public name.
    /// </summary>
    private protected override GcSetting Setting { get; } = new("GCgen0size", Option: null, Noted: null, 64 << 20)
    {
        Told = settings => settings.Gen0MinBudgetBytes,
    };
}
