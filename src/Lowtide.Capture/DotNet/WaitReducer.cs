using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>Makes waits of the events at both ends of an allocation's wait for a background collection, which the runtime's private provider tells.</summary>
internal sealed class WaitReducer(Allowance allowance)
{
    /// <summary>More than wait at a time in any program.</summary>
    private const int MostWaiting = 100_000;

    private readonly Dictionary<long, double> _began = [];
    private readonly List<DotNetWait> _waits = [];

    /// <summary>That provider told anything, so that no wait means that there was none.</summary>
    public bool Told { get; private set; }

    /// <summary>Of any event of the provider's.</summary>
    public void Telling() => Told = true;

    /// <param name="at">Seconds into the trace.</param>
    public void Began(long thread, double at)
    {
        if (_began.Count >= MostWaiting)
            _began.Clear();
        _began[thread] = at;
    }

    /// <param name="reason">As the runtime numbers them.</param>
    public void Ended(long thread, double at, int reason)
    {
        // A thread without a number is one of damaged events, which no recording can hold.
        if (_began.Remove(thread, out var began) && thread >= 0 && allowance.Takes())
            _waits.Add(new DotNetWait(began, at - began, thread, IsForLarge(reason)));
    }

    /// <returns>Those that ended since the last call; null where the provider told nothing.</returns>
    public IReadOnlyList<DotNetWait>? Take()
    {
        DotNetWait[]? waits = Told ? [.. _waits] : null;
        _waits.Clear();
        return waits;
    }

    /// <summary>
    /// By alloc_wait_reason (dotnet/runtime: gcpriv.h): awr_loh_alloc, its kin, and awr_uoh_alloc_during_bgc. Not awr_loh_oos_bgc (7), which small
    /// objects wait with too.
    /// </summary>
    private static bool IsForLarge(int reason) => reason is 3 or 4 or 5 or 9 or 10 or 11;
}
