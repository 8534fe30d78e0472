namespace Lowtide.Recordings.History;

/// <summary>What one process held at a time.</summary>
/// <param name="PrivateBytes">Of its own.</param>
/// <param name="ResidentBytes">All that it had mapped in memory; null where that was not read.</param>
public sealed record HeldReading(DateTimeOffset At, long PrivateBytes, long? ResidentBytes);
