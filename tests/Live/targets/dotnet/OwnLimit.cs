using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Midlife;

/// <summary>
/// A library's watch on a limit of its own: each half second it compares the process's private bytes with it, and collects where they are above.
/// Memory that the collector knows nothing of goes up in steps and down again, so that it is above for two seconds in five.
/// </summary>
internal sealed class OwnLimit : IDisposable
{
    /// <summary>One block is more than malloc keeps (M_MMAP_THRESHOLD, mallopt(3)): what is freed is gone.</summary>
    private const int Steps = 5, Block = 40 << 20;

    private readonly Stack<nint> _blocks = new();
    private volatile bool _stop;

    public OwnLimit()
    {
        Limit = PrivateBytes() + (Block * 5 / 2);
        new Thread(Watch) { IsBackground = true }.Start();
    }

    public static long Limit { get; private set; }

    public void Dispose() => _stop = true;

    /// <summary>By the clock, as a timer: to fill a block takes a tenth of a second where page faults are slow.</summary>
    private void Watch()
    {
        var clock = Stopwatch.StartNew();
        for (var tick = 1; !_stop; tick++)
        {
            Until((tick * 500) - 250);
            if (tick % 2 == 0)
                Change(tick / 2);
            Until(tick * 500);
            Compare();
        }

        void Until(int milliseconds) => Thread.Sleep((int)Math.Max(0, milliseconds - clock.ElapsedMilliseconds));
    }

    private static void Compare()
    {
        if (PrivateBytes() > Limit)
            GC.Collect();
    }

    private unsafe void Change(int step)
    {
        if (step % Steps != 0)
        {
            _blocks.Push(Marshal.AllocHGlobal(Block));
            new Span<byte>((void*)_blocks.Peek(), Block).Fill(1);
        }
        else
            while (_blocks.TryPop(out var block))
                Marshal.FreeHGlobal(block);
    }

    /// <summary>As Windows' counter of that name: smaps_rollup, proc(5).</summary>
    private static long PrivateBytes() => File.ReadLines("/proc/self/smaps_rollup")
        .Where(line => line.StartsWith("Private_", StringComparison.Ordinal))
        .Sum(line => long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture) * 1024);
}
