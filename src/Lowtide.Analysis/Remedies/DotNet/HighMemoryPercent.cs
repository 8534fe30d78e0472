using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>Memory counts as short at a higher share of the limit: collections that only nearness to it causes come later.</summary>
public sealed class HighMemoryPercent : DotNetRemedy
{
    public override string Id => "dotnet.high-memory-percent";

    public override string Title => "collects hard only when memory is fuller";

    public override string Summary =>
        $"{Setting.Variable}={Setting.Hexadecimal} (hexadecimal, {HighMemory.HighestPercent}%): the collector takes memory for short from "
        + $"{HighMemory.HighestPercent}% on, in place of {HighMemory.UsualPercent}% (more from 80 GiB of memory on)";

    private protected override IReadOnlyList<Answer> Answered { get; } = [new(MemoryLimit.FindingId)];

    public override IReadOnlyList<string> Risks =>
    [
        "the last percents are the other programs' and the page cache's too: the kernel may kill before the collector gives back",
        "without effect where memory is never that short",
    ];

    /// <summary>A machine of much memory and many processors has as much by itself.</summary>
    public override bool Helps(Finding finding, Recording recording) => HighMemory.Percent(recording) < HighMemory.HighestPercent;

    private protected override GcSetting Setting { get; } = new(HighMemory.Key, HighMemory.Property, HighMemory.Key, HighMemory.HighestPercent)
    {
        Told = settings => settings.HighMemoryPercent,
    };
}
