using System.Text.Json.Serialization;

namespace Lowtide.Analysis.Remedies;

/// <param name="LowBytes">At least 0: a prediction of harm is no remedy.</param>
public sealed record Saving(long LowBytes, long HighBytes)
{
    /// <summary>What the interval is made of; null where the finding's evidence says it.</summary>
    [JsonIgnore]
    public string? RestsOn { get; init; }
}
