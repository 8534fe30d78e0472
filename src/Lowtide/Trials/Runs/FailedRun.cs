using System.Text.Json.Serialization;
using Lowtide.Recordings;

namespace Lowtide.Trials.Runs;

/// <summary>A start that is reported and never counted.</summary>
/// <param name="Block">From 1 in documents, which say pair; from 0 in the program.</param>
internal sealed record FailedRun(string Arm, [AtLeast(1)][property: JsonPropertyName("pair")] int Block, string Why);
