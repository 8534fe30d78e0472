using System.Runtime.ExceptionServices;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Reads processes one after the other on a thread that can be left behind: where a read does not come back (<see cref="ReadWatch"/>), that process counts as
/// stuck from then on, and the rest goes on. One caller at a time.
/// </summary>
internal sealed class SpareThread
{
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(500), Idle = TimeSpan.FromSeconds(10);

    /// <summary>So many in a row, as of <see cref="StuckProcesses"/>.</summary>
    private const int Looks = 3;

    private Worker? _worker;

    /// <param name="read">Reads that process alone. What it makes must be its own until it has ended: it may go on in a while.</param>
    /// <returns>False where it did not come back: then nothing that it made may be used.</returns>
    public bool TryDo(int pid, Action read)
    {
        if (_worker?.Begins(read) != true)
            (_worker = new Worker()).Begins(read);
        if (_worker.ComesBack(pid))
            return true;
        _worker = null;
        return false;
    }

    private sealed class Worker
    {
        private readonly object _gate = new();
        private ReadWatch.Slot? _slot;
        private Action? _read;
        private ExceptionDispatchInfo? _thrown;
        private int? _leftWith;
        private bool _hasEnded;

        public Worker() => new Thread(Work) { IsBackground = true, Name = "spare" }.Start();

        /// <returns>False where nothing was asked of it for so long that it has ended.</returns>
        public bool Begins(Action read)
        {
            lock (_gate)
            {
                _read = read;
                Monitor.Pulse(_gate);
                return !_hasEnded;
            }
        }

        public bool ComesBack(int pid)
        {
            lock (_gate)
            {
                var waiting = default(ReadWatch.Waiting);
                while (_read is not null)
                    if (!Monitor.Wait(_gate, Between) && _read is not null && _slot is { } slot && waiting.Look(slot) >= Looks)
                    {
                        (slot.IsLeftBehind, _leftWith) = (true, pid);
                        StuckProcesses.Leave(pid);
                        return false;
                    }
            }
            _thrown?.Throw();
            return true;
        }

        private void Work()
        {
            _slot = ReadWatch.OfThread();
            while (Next() is { } read)
            {
                try
                {
                    read();
                }
                catch (Exception bug)
                {
                    _thrown = ExceptionDispatchInfo.Capture(bug);
                }
                lock (_gate)
                {
                    _read = null;
                    // It has answered after all, and may be asked again.
                    if (_leftWith is { } pid)
                    {
                        StuckProcesses.Return(pid);
                        return;
                    }
                    Monitor.Pulse(_gate);
                }
            }
        }

        private Action? Next()
        {
            lock (_gate)
            {
                if (_read is null)
                    Monitor.Wait(_gate, Idle);
                _hasEnded = _read is null;
                return _read;
            }
        }
    }
}
