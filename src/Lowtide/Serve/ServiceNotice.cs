using System.Globalization;
using Microsoft.Extensions.Hosting.Systemd;

namespace Lowtide.Serve;

/// <summary>Tells a service manager that it is ready, and that it is alive: Type=notify and WatchdogSec= (systemd.service(5), sd_notify(3)). To nobody without
/// one.</summary>
internal sealed class ServiceNotice : IDisposable
{
    private static readonly ServiceState Alive = new("WATCHDOG=1");

    private readonly SystemdNotifier _manager = new();
    private readonly ITimer? _timer;
    private bool _isReady;

    /// <param name="isAlive">Asked twice as often as the manager waits.</param>
    public ServiceNotice(Func<bool> isAlive, TimeProvider time)
    {
        if (!long.TryParse(Environment.GetEnvironmentVariable("WATCHDOG_USEC"), NumberStyles.None, CultureInfo.InvariantCulture, out var microseconds)
            || microseconds <= 0)
            return;
        var every = TimeSpan.FromMicroseconds(microseconds) / 2;
        _timer = time.CreateTimer(_ =>
        {
            if (isAlive())
                _manager.Notify(Alive);
        }, null, every, every);
    }

    /// <summary>Whether a manager started this, which asks by SIGHUP to read settings again.</summary>
    public static bool HasManager => Environment.GetEnvironmentVariable("INVOCATION_ID") is { Length: > 0 };

    /// <summary>A child of nohup, or of a script's "&amp;", begins so, and .NET leaves it so.</summary>
    public static bool IgnoresHangup =>
        File.ReadLines("/proc/self/status").FirstOrDefault(line => line.StartsWith(Ignored, StringComparison.Ordinal)) is { } line
        && ulong.TryParse(line.AsSpan(Ignored.Length), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var signals) && (signals & 1) != 0;

    private const string Ignored = "SigIgn:\t";

    /// <summary>After each look; the first is what it waited for.</summary>
    public void Looked()
    {
        if (!_isReady)
            _manager.Notify(ServiceState.Ready);
        _isReady = true;
    }

    public void Stopping() => _manager.Notify(ServiceState.Stopping);

    public void Dispose() => _timer?.Dispose();
}
