using System.Text.Json.Serialization;
using Lowtide.Trials.Arms;

namespace Lowtide.Trials.Runs;

/// <summary>A start that is reported and never counted.</summary>
/// <param name="Block">From 0.</param>
internal sealed record FailedRun(string Arm, [property: JsonPropertyName("pair")] int Block, string Why);
