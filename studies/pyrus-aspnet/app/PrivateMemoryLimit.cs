using System.Globalization;

namespace Hosting;

/// <summary>
/// What a host's library does by itself: it compares the process's private memory with a share of a limit, and collects while it is above.
/// Published of ASP.NET's RecycleLimitMonitor, which takes 60% of the machine's memory where no limit is set.
/// </summary>
internal sealed class PrivateMemoryLimit : IDisposable
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5); // a minute or so there: a trial's runs are short

    private readonly long _limit;
    private readonly Timer _timer;

    public PrivateMemoryLimit(long memoryBytes, int percent)
    {
        _limit = memoryBytes / 100 * percent;
        _timer = new Timer(_ => CollectAboveLimit(), null, Period, Period);
    }

    public void Dispose() => _timer.Dispose();

    private void CollectAboveLimit()
    {
        if (PrivateBytes() > _limit)
            GC.Collect();
    }

    /// <summary>Private_Clean and Private_Dirty of smaps_rollup (proc_pid_smaps(5)): pages that no other process maps, unshared code among them.</summary>
    private static long PrivateBytes() => File.ReadLines("/proc/self/smaps_rollup")
        .Where(line => line.StartsWith("Private_Clean:", StringComparison.Ordinal) || line.StartsWith("Private_Dirty:", StringComparison.Ordinal))
        .Sum(line => 1024 * long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture));
}
