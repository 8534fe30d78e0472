namespace Lowtide.Analysis.Remedies;

/// <param name="Name">In runtimeconfig.json: "System.GC.Server".</param>
/// <param name="Value">As JSON writes it.</param>
/// <param name="Property">Of the project file; null where MSBuild has none for it.</param>
public sealed record RuntimeOption(string Name, string Value, string? Property);
