using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Machine;

/// <summary>
/// How fast memory is while a server is under load: once a second a buffer that no cache holds is read through. A neighbour on
/// the same host shows in it though no steal is counted and no other process runs.
/// </summary>
/// <remarks>
/// Measured on a virtual machine with 2 CPUs (AMD EPYC, 32 MiB of L3) that others used too, against a Python program
/// that serialises objects from a heap larger than the caches, both in CPU time. Over windows of 10 s, in which that
/// program's speed varied by 7%, it went with the mean of a sweep a second by r = 0.84 (15 s: 0.90), 5% of its speed to 4% of
/// a sweep. One sweep before each window, as a probe before each run would be, had r of 0.12 to -0.32, and an arithmetic
/// loop during it 0.27: what matters is memory, during the load. A sweep takes 3 ms; both arms pay for it alike.
/// </remarks>
public sealed class MemorySweep
{
    /// <summary>Fewer sweeps scatter by more than what they are to show.</summary>
    public const int FewestSweeps = 3;

    private const int BufferBytes = 64 << 20;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly ulong[] _buffer = new ulong[BufferBytes / sizeof(ulong)];
    private readonly TimeProvider _time;

    public MemorySweep(TimeProvider time)
    {
        _time = time;
        // Pages that nobody wrote to are all the one page of zeros, which any cache holds.
        _buffer.AsSpan().Fill(1);
    }

    /// <summary>Sweeps until it is told to stop.</summary>
    /// <returns>The mean CPU time of a sweep, in seconds; null where there was time for too few.</returns>
    public Task<double?> MeasureAsync(CancellationToken until) => Task.Run<double?>(async () =>
    {
        var sweeps = new List<double>();
        while (!until.IsCancellationRequested)
        {
            sweeps.Add(Sweep());
            await Task.Delay(Interval, _time, until).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        return sweeps.Count < FewestSweeps ? null : sweeps.Average();
    }, CancellationToken.None);

    /// <summary>CPU time, so that to wait for a CPU does not count: that is no matter of memory.</summary>
    internal double Sweep()
    {
        var start = CpuSeconds();
        ulong sum = 0;
        foreach (var word in _buffer.AsSpan())
            sum += word;
        // The sum is used, or nothing would have to be read.
        return sum == (ulong)_buffer.Length ? CpuSeconds() - start : throw new InvalidOperationException("memory does not hold what was written");
    }

    private static double CpuSeconds() => ThreadTime.Now().TotalSeconds;
}
