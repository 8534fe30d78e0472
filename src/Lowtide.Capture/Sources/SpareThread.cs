using System.Runtime.ExceptionServices;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Reads processes one after the other on a thread that can be left behind: where a read does not come back (<see cref="ReadWatch"/>), that process counts as
/// stuck from then on, and the rest goes on. One caller at a time.
/// </summary>
internal sealed class SpareThread
{
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(500), Idle = TimeSpan.FromMinutes(1);

    /// <summary>So many in a row, as of <see cref="StuckProcesses"/>.</summary>
    private const int Looks = 3;

    private Worker? _worker;

    /// <param name="read">Reads one process alone. What it makes must be its own until it has ended: it may go on in a while.</param>
    /// <returns>False where it did not come back: then nothing that it made may be used.</returns>
    public bool TryDo(Action read) => Do(_ => read()) is null;

    /// <summary>As one piece of work: to hand over each reading costs two wakes.</summary>
    /// <param name="read">
    /// Reads one process after the other. What it has made of one it hands over by what it is given, which does so unless nobody waits any longer: then
    /// that is false, and it must end.
    /// </param>
    /// <returns>The process that it did not come back from; null where it came to its end.</returns>
    public int? Do(Action<Func<Action, bool>> read)
    {
        if (_worker?.Begins(read) != true)
            (_worker = new Worker()).Begins(read);
        if (_worker.LeftWith() is not { } stuck)
            return null;
        _worker = null;
        return stuck;
    }

    private sealed class Worker
    {
        private readonly object _gate = new();
        private ReadWatch.Slot? _slot;
        private Action<Func<Action, bool>>? _read;
        private ExceptionDispatchInfo? _thrown;
        private int? _leftWith;
        private bool _hasEnded;

        public Worker() => new Thread(Work) { IsBackground = true, Name = "spare" }.Start();

        /// <returns>False where nothing was asked of it for so long that it has ended.</returns>
        public bool Begins(Action<Func<Action, bool>> read)
        {
            lock (_gate)
            {
                (_read, _thrown) = (read, null);
                Monitor.Pulse(_gate);
                return !_hasEnded;
            }
        }

        /// <summary>Waits for its end.</summary>
        public int? LeftWith()
        {
            lock (_gate)
            {
                var waiting = default(ReadWatch.Waiting);
                while (_read is not null)
                    if (!Monitor.Wait(_gate, Between) && _read is not null && _slot is { } slot
                        && (Volatile.Read(ref slot.Number), slot.Process) is (var number, > 0 and var pid)
                        && waiting.Look(slot) >= Looks && Volatile.Read(ref slot.Number) == number)
                    {
                        (slot.IsLeftBehind, _leftWith) = (true, pid);
                        StuckProcesses.Leave(pid);
                        return pid;
                    }
            }
            _thrown?.Throw();
            return null;
        }

        private void Work()
        {
            _slot = ReadWatch.OfThread();
            while (Next() is { } read)
            {
                try
                {
                    read(HandOver);
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

        private bool HandOver(Action take)
        {
            lock (_gate)
            {
                if (_leftWith is not null)
                    return false;
                take();
                return true;
            }
        }

        private Action<Func<Action, bool>>? Next()
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
