using System.Diagnostics.Tracing;

namespace Midlife;

/// <summary>
/// Many threads, as a service under load has them: one works on large sets, the others wait most of the time, and tell whoever traces
/// them which statement they wait for.
/// </summary>
internal sealed class Crowd : IDisposable
{
    private const int Threads = 32;
    private static readonly string Statement = string.Concat(Enumerable.Repeat("SELECT task FROM access WHERE user = 7 ", 8));

    private readonly Thread[] _threads;
    private volatile bool _stop;

    public Crowd()
    {
        _threads = [.. Enumerable.Range(0, Threads).Select(thread => new Thread(thread == 0 ? Work : Wait) { IsBackground = true })];
        Array.ForEach(_threads, thread => thread.Start());
    }

    public void Dispose()
    {
        _stop = true;
        Array.ForEach(_threads, thread => thread.Join());
    }

    private void Work()
    {
        while (!_stop)
            AccessRights.Load();
    }

    private void Wait()
    {
        while (!_stop)
        {
            Statements.Log.Asked(Statement);
            Thread.Sleep(5);
        }
    }

    /// <summary>As a database's driver traces its commands: events of no use to Lowtide, and most of a large file's bytes.</summary>
    [EventSource(Name = "Crowd-Statements")]
    private sealed class Statements : EventSource
    {
        public static readonly Statements Log = new();

        [Event(1, Level = EventLevel.Informational)]
        public void Asked(string statement) => WriteEvent(1, statement);
    }
}
