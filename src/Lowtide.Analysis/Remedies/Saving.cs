using System.Text.Json.Serialization;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>What a remedy saves of the family's summed PSS at first, and what it lets grow from then on.</summary>
/// <param name="LowBytes">Of the interval; below 0 where it may cost more than it saves.</param>
public sealed record Saving([Signed] long LowBytes, [Signed] long HighBytes)
{
    /// <summary>What the interval is made of; null where the finding's evidence says it.</summary>
    [JsonIgnore]
    public string? RestsOn { get; init; }

    /// <summary>Null where it lets nothing grow.</summary>
    [JsonIgnore]
    public MemoryCost? Cost { get; init; }

    /// <summary>Of two that save different pages.</summary>
    public static Saving operator +(Saving one, Saving other) => one with
    {
        LowBytes = one.LowBytes + other.LowBytes, HighBytes = one.HighBytes + other.HighBytes,
    };

    /// <summary>What is left of it after so long.</summary>
    public Saving After(double seconds) => Cost is not { } cost ? this
        : new(LowBytes - cost.HighBytes(seconds), HighBytes - cost.LowBytes(seconds)) { RestsOn = RestsOn };

    /// <summary>Whether it is surely no worse than what is there now, after so long.</summary>
    public bool IsSafe(double seconds) => Cost is not { IsKnown: false } && After(seconds).LowBytes >= 0;

    /// <summary>From when on the family may be worse off than without it; null where that never comes, or is not known.</summary>
    [JsonIgnore]
    public double? WorseAfterSeconds => Cost is { LowBytesPerSecond: > 0 and var rate, MostBytes: null } ? HighBytes / rate : null;
}
