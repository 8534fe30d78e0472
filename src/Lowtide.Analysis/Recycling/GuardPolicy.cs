namespace Lowtide.Analysis.Recycling;

/// <summary>What a guard was told of one family. One without a limit only watches.</summary>
public sealed record GuardPolicy
{
    /// <summary>Of each worker's private memory; null where only the family's sum counts.</summary>
    public long? PrivateLimitBytes { get; init; }

    /// <summary>Of the family's summed PSS; null where only single workers count.</summary>
    public long? FamilyLimitBytes { get; init; }

    public bool HasLimit => PrivateLimitBytes is not null || FamilyLimitBytes is not null;

    public const int UsualRespawns = 12;

    /// <summary>Of this family, within an hour.</summary>
    public int RespawnsAnHour { get; init; } = UsualRespawns;

    /// <summary>How many others serve while one is recycled; null: all others, and one at least.</summary>
    public int? LeastServing { get; init; }

    /// <summary>For so long a quiet moment is waited for.</summary>
    public TimeSpan QuietWithin { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>For so long a worker that was asked may take to end, and another to serve.</summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>A worker that has not ended so long after it was asked is killed; null: it is reported, and left.</summary>
    public TimeSpan? KillAfter { get; init; }

    /// <summary>Seconds until a worker's turn would come again if all took turns.</summary>
    public double SecondsBetween(int workers) => Math.Max(1, workers) * 3600.0 / Math.Max(1, RespawnsAnHour);
}
