namespace Midlife;

/// <summary>Each is a thread or a timer that does one thing again and again.</summary>
internal static class Conditions
{
    private static long _steps;

    /// <summary>Done so far, by those that go on without a pause.</summary>
    public static long Steps => Volatile.Read(ref _steps);

    public static IDisposable Start(string condition) => condition switch
    {
        "induced" => new Timer(_ => LimitWatcher.Check(), null, 0, 200),
        "blocking" => new Timer(_ => LimitWatcher.Compact(), null, 0, 300),
        "modes" => new Timer(_ => LimitWatcher.InEachMode(), null, 0, 500),
        "loh" => new Repeated(Documents.Read),
        "sets" => new Repeated(AccessRights.Load),
        "base64" => new Repeated(Documents.Wrap),
        "midlife" => new Repeated(new MidlifeQueue().Turn),
        "own-limit" => new OwnLimit(),
        "full-heap" => new Repeated(FullHeap.Turn),
        "large-heap" => new Repeated(LargeHeap.Turn),
        "plugins" => new Repeated(Plugins.Turn),
        "crowd" => new Crowd(),
        "midlife-full" => new Repeated(new MidlifeQueue(everyTurns: 50_000).Turn),
        "idle" => new Repeated(() => Thread.Sleep(50)),
        _ => throw new ArgumentException($"no condition '{condition}'", nameof(condition)),
    };

    private sealed class Repeated : IDisposable
    {
        private readonly Thread _thread;
        private volatile bool _stop;

        public Repeated(Action step)
        {
            _thread = new Thread(() =>
            {
                while (!_stop)
                {
                    step();
                    Volatile.Write(ref _steps, _steps + 1);
                }
            })
            { IsBackground = true };
            _thread.Start();
        }

        public void Dispose()
        {
            _stop = true;
            _thread.Join();
        }
    }
}
