using Lowtide.Analysis.Findings.DotNet;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>One heap, collected by the thread that allocates: the least memory. ASP.NET Core's SDK asks for the server's.</summary>
public sealed class WorkstationGc : DotNetRemedy
{
    public override string Id => "dotnet.workstation-gc";

    public override string Title => "one heap for all processors";

    public override string Summary => "DOTNET_gcServer=0: one heap for all processors, collected by the thread that allocates";

    public override bool IsRuntimeDefault => true;

    private protected override IReadOnlyList<Answer> Answered { get; } = [new(MemoryLimit.FindingId)];

    public override IReadOnlyList<string> Risks =>
    [
        "collections come more often, and each is done by one thread: pauses and lost throughput on a machine with many processors",
    ];

    private protected override bool HangsOnCollector => true;

    private protected override GcSetting Setting { get; } = GcSetting.Server(on: false);
}
