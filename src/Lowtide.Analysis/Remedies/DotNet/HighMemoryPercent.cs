namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>Memory counts as short at 97% of the limit in place of 90%: collections that only nearness to it causes come later.</summary>
public sealed class HighMemoryPercent : DotNetRemedy
{
    public override string Id => "dotnet.high-memory-percent";

    public override string Summary => "DOTNET_GCHighMemPercent=61 (hexadecimal, 97%): the collector takes memory for short from 97% on, in place of 90%";

    public override IReadOnlyList<string> Answers => ["dotnet.memory-limit"];

    public override IReadOnlyList<string> Risks =>
    [
        "the last percents are the other programs' and the page cache's too: the kernel may kill before the collector gives back",
        "without effect where memory is never that short",
    ];

    private protected override GcSetting Setting => new("GCHighMemPercent", "System.GC.HighMemoryPercent", "GCHighMemPercent", 97)
    {
        Told = settings => settings.HighMemoryPercent,
    };
}
