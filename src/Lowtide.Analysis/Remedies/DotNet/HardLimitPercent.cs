using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>The heap may take four fifths of the memory limit; by default three quarters, and in a container only.</summary>
public sealed class HardLimitPercent : DotNetRemedy
{
    public override string Id => "dotnet.hard-limit-percent";

    public override string Title => "the heap may take a larger share of the limit";

    public override string Summary =>
        $"{Setting.Variable}={Setting.Hexadecimal} (hexadecimal, {HeapLimit.RaisedPercent}%): "
        + $"the heap may take {HeapLimit.RaisedPercent}% of the memory that the process may use";

    private protected override IReadOnlyList<Answer> Answered { get; } = [new(MemoryLimit.FindingId)];

    public override IReadOnlyList<string> Risks =>
    [
        "what is not the collector's (threads, code, native libraries) has a fifth of the limit: more than that and the kernel kills the process",
        "outside a container it makes a limit where there was none: beyond it the program gets OutOfMemoryException",
    ];

    /// <summary>Only where there is a limit, and a lower one.</summary>
    public override bool Helps(Finding finding, Recording recording) => HeapLimit.Of(recording) is { } limit
        && !(HighMemory.SeenBytes(recording) is { } memory && limit.Bytes >= memory / 100.0 * HeapLimit.RaisedPercent);

    public override string? Refusal(FamilySnapshot family) =>
        base.Refusal(family) ?? family.Members.Select(member => Obeyed(member.Settings)).FirstOrDefault(words => words is not null);

    public override string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        base.RefusalAtLaunch(environment, command) ?? Obeyed(environment);

    private static string? Obeyed(IReadOnlyDictionary<string, string>? environment) => HeapLimit.InPlaceOfPercent(environment) is { } variable
        ? $"{variable.Name} sets a limit, which the runtime obeys instead; take that out" : null;

    private protected override GcSetting Setting { get; } =
        new(HeapLimit.InPercent, "System.GC.HeapHardLimitPercent", "GCHeapHardLimitPercent", HeapLimit.RaisedPercent);
}
