using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>
/// A heap and a collecting thread for each processor: longer between collections, and each of them shared out, so that it stops the program for less
/// time; one that the program asked for, too.
/// </summary>
public sealed class ServerGc : DotNetRemedy
{
    public override string Id => "dotnet.server-gc";

    public override string Title => "a heap and a collecting thread for each processor";

    public override string Summary => "DOTNET_gcServer=1: a heap and a collecting thread for each processor";

    public override bool TakesMemory => true;

    private protected override IReadOnlyList<Answer> Answered { get; } =
        [new(Gen2AsOften.FindingId), new(BlockingGen2.FindingId), new(TimeInCollections.FindingId)];

    public override IReadOnlyList<string> Risks =>
    [
        "memory rises: generation 0 may grow much larger between collections, and again with each processor",
        "its threads collect with all processors at once: programs beside it on the machine feel that",
        "on one processor the runtime takes workstation collection all the same",
    ];

    /// <summary>On one processor the runtime takes workstation collection whatever it is told.</summary>
    public override bool Helps(Finding finding, Recording recording) => recording.Host.Cpus != 1;

    private protected override bool HangsOnCollector => true;

    private protected override GcSetting Setting { get; } = GcSetting.Server(on: true);
}
