namespace Lowtide.Reports.Documents;

/// <param name="Name">"cpython", "cruby", "dotnet".</param>
/// <param name="Version">As much of it as could be read: 3.11.2, 3.9; null where nothing could.</param>
internal sealed record RuntimeEntry(string Name, string? Version);
