using Lowtide.Recordings;
using Lowtide.Trials.Loads;

namespace Lowtide.Trials.Runs;

/// <summary>What a run showed.</summary>
/// <param name="Recording">The family right after the load.</param>
/// <param name="Load">What the load command reported.</param>
/// <param name="Killed">Something of it did not end within the grace.</param>
/// <param name="LeftBehind">The server itself had ended by then, and left others behind.</param>
/// <param name="HostActivity">From before the start to the end of the load; null where nobody looked.</param>
/// <param name="MemoryOverTime">From when the server was ready until it was asked to stop.</param>
internal sealed record MeasuredRun(
    Recording Recording,
    LoadReport Load,
    double ReadySeconds,
    double StopSeconds,
    bool Killed,
    bool LeftBehind,
    HostActivity? HostActivity,
    IReadOnlyList<MemoryPoint>? MemoryOverTime)
{
    /// <summary>Null where nothing was read; then memory is that of the one look.</summary>
    public SteadyMemory? Steady { get; init; }

    /// <summary>Null of what is no .NET program, and where it was not told.</summary>
    public ServedPauses? Pauses { get; init; }

    /// <summary>Why there are none.</summary>
    public string? NoPauses { get; init; }

    /// <summary>All that it told, whole or not.</summary>
    public DotNetTrace? Heard { get; init; }

    /// <summary>Read right after the family.</summary>
    public BesideServed Beside { get; init; } = BesideServed.None;

    /// <summary>See <see cref="ServerReload"/>; null where nobody asked.</summary>
    public double? ReloadSeconds { get; init; }

    /// <summary>Of the server, from the load's start to its end; null where nobody counted.</summary>
    public ProcessorCounts? Processors { get; init; }
}
