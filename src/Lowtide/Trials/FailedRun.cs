using System.Text.Json.Serialization;

namespace Lowtide.Trials;

/// <summary>A start that is reported and never counted.</summary>
/// <param name="Block">From 0.</param>
internal sealed record FailedRun(string Arm, [property: JsonPropertyName("pair")] int Block, string Why);
