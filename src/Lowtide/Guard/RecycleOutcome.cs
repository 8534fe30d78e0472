using Lowtide.Capture.Serving;
using Lowtide.Guard.Doors;

namespace Lowtide.Guard;

internal enum RecycleEnd
{
    /// <summary>It has ended, and another serves.</summary>
    Done,

    /// <summary>It was not asked, and goes on as before.</summary>
    NotAsked,

    /// <summary>It was asked, and has not ended.</summary>
    Stuck,

    /// <summary>It has ended, and nobody serves in its place yet.</summary>
    NobodyCame,
}

/// <param name="Why">A sentence's end; null where all went well.</param>
internal sealed record RecycleOutcome(RecycleEnd End, string? Why)
{
    /// <summary>That it took to end; null where it has not.</summary>
    public TimeSpan? EndedAfter { get; init; }

    /// <summary>From when it was asked until another served.</summary>
    public TimeSpan? ServesAfter { get; init; }

    /// <summary>Who came.</summary>
    public (int Pid, long StartTicks)? New { get; init; }

    public int? NewPid => New?.Pid;

    /// <summary>Who came beside it, and was ended again; null where nobody was.</summary>
    public int? Surplus { get; init; }
}

/// <param name="Head">Who leads its server.</param>
/// <param name="MayEnd">A worker that is asked may take so long to end, and another to serve.</param>
/// <param name="KillAfter">It is killed where it has not ended then; null: never.</param>
internal sealed record RecycleRequest(
    (int Pid, long StartTicks) Head, (int Pid, long StartTicks) Worker, IDoor Door, ServerFacts Facts, TimeSpan MayEnd,
    TimeSpan? KillAfter)
{
    /// <summary>Another is started first, and serves before this one is asked.</summary>
    public bool WithStandby { get; init; }
}
