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

    /// <summary>proc(5), statm: pages that are resident less those that are shared.</summary>
    private static long PrivateBytes()
    {
        var fields = File.ReadAllText("/proc/self/statm").Split(' ');
        var pages = long.Parse(fields[1], CultureInfo.InvariantCulture) - long.Parse(fields[2], CultureInfo.InvariantCulture);
        return pages * Environment.SystemPageSize;
    }
}
