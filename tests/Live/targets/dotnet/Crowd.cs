namespace Midlife;

/// <summary>Many threads, as a service under load has them: one works on large sets, the others wait most of the time.</summary>
internal sealed class Crowd : IDisposable
{
    private const int Threads = 32;

    private volatile bool _stop;

    public Crowd()
    {
        for (var thread = 0; thread < Threads; thread++)
            new Thread(thread == 0 ? Work : Wait) { IsBackground = true }.Start();
    }

    public void Dispose() => _stop = true;

    private void Work()
    {
        while (!_stop)
            AccessRights.Load();
    }

    private void Wait()
    {
        while (!_stop)
            Thread.Sleep(5);
    }
}
