using Lowtide.Analysis.Findings.DotNet;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>No background collection: full ones block, but nothing waits for one that is under way, and its thread is gone.</summary>
public sealed class ConcurrentOff : DotNetRemedy
{
    public override string Id => "dotnet.concurrent-off";

    public override string Title => "full collections block";

    public override string Summary => "DOTNET_gcConcurrent=0: full collections block, and none runs in the background";

    private protected override IReadOnlyList<Answer> Answered { get; } = [new(LohWaits.FindingId)];

    public override IReadOnlyList<string> Risks =>
    [
        "every full collection stops the program for as long as it takes: for programs whose heap is small or whose pauses nobody waits for",
    ];

    private protected override GcSetting Setting { get; } = GcSetting.Concurrent(on: false);
}
