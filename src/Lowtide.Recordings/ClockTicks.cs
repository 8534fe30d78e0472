namespace Lowtide.Recordings;

/// <summary>The unit of times in /proc, of CPU and since boot: USER_HZ, which is 100 on x86-64 (time(7)).</summary>
public static class ClockTicks
{
    public const double PerSecond = 100;
}
