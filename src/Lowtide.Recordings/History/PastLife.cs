namespace Lowtide.Recordings.History;

/// <summary>What one process held, reading after reading.</summary>
/// <param name="StartTicks">After boot.</param>
public sealed record PastLife(int Pid, long StartTicks, IReadOnlyList<(DateTimeOffset At, long PrivateBytes)> Readings);
