using System.Globalization;

namespace Lowtide.Tests.Live.Sources;

/// <summary>Has the kernel move pages about, of every process on the machine, until it is disposed of.</summary>
internal sealed class Compaction : IDisposable
{
    private const string Ask = "/proc/sys/vm/compact_memory";

    private readonly CancellationTokenSource _stop = new();
    private readonly long _before = Moved();
    private readonly Task _asking;

    private Compaction() => _asking = Task.Run(() =>
    {
        while (!_stop.IsCancellationRequested)
            File.WriteAllText(Ask, "1");
    });

    public static bool MayBeAsked
    {
        get
        {
            try
            {
                File.WriteAllText(Ask, "1");
                return true;
            }
            catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
            {
                return false;
            }
        }
    }

    public long PagesMoved => Moved() - _before;

    public static Compaction Start() => new();

    private static long Moved() => long.Parse(
        File.ReadLines("/proc/vmstat").First(line => line.StartsWith("pgmigrate_success ", StringComparison.Ordinal)).Split(' ')[1],
        CultureInfo.InvariantCulture);

    public void Dispose()
    {
        _stop.Cancel();
        _asking.Wait();
        _stop.Dispose();
    }
}
