namespace Lowtide.Capture.DotNet;

/// <summary>What a .NET runtime is to tell, beside its collections.</summary>
/// <param name="Allocations">Sampled, with call stacks.</param>
/// <param name="Deaths">Sampled allocations are followed through collections, which tell of all that survive.</param>
/// <param name="Requests">That it serves by ASP.NET Core and makes with HttpClient.</param>
/// <param name="KeepTrace">A file for the events as they came; null for none.</param>
/// <param name="Methods">The names of methods in call stacks, and the collector's settings: at the end, for which the runtime takes a fraction of a
/// second.</param>
public sealed record DotNetListening(
    bool Allocations = false, bool Deaths = false, bool Requests = false, string? KeepTrace = null, bool Methods = true);
