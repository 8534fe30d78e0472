using System.Runtime.InteropServices;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>
/// Long work that is worth ending whole: the first Ctrl-C (or SIGTERM, as from timeout(1) or a service manager) asks it
/// to, and the second ends the program as if nobody had listened. No verb is an asynchronous action of the command line's library: that
/// listens too, ends the program after a time of its own choice, and does not tell which signal came.
/// </summary>
internal sealed class StopRequest : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly PosixSignalRegistration[] _registrations;
    private readonly Lock _gate = new();
    private bool _listens = true;

    /// <param name="hangup">Whether SIGHUP asks for the end too; a service takes it for something else.</param>
    public StopRequest(bool hangup = true) => _registrations =
        [Listen(PosixSignal.SIGINT, 2), Listen(PosixSignal.SIGTERM, 15), .. hangup ? [Listen(PosixSignal.SIGHUP, 1)] : Array.Empty<PosixSignalRegistration>()];

    public CancellationToken Token => _stop.Token;

    /// <summary>As a shell says it of a command that the signal ended: 128 and the signal's number. Before one came, a plain failure's.</summary>
    public int ExitCode { get; private set; } = Failure.Failed;

    /// <summary>Also when whoever reads standard output has gone, for work that is done for nobody else.</summary>
    public StopRequest WithReader()
    {
        OutputReader.WhenGone(() =>
        {
            lock (_gate)
            {
                if (!_listens || _stop.IsCancellationRequested)
                    return;
                ExitCode = ReaderGoneException.Status;
                _ = _stop.CancelAsync();
            }
        });
        return this;
    }

    private PosixSignalRegistration Listen(PosixSignal signal, int number) => PosixSignalRegistration.Create(signal, context =>
    {
        lock (_gate)
        {
            context.Cancel = _listens && !_stop.IsCancellationRequested;
            if (context.Cancel)
                ExitCode = 128 + number;
            // What is called then may take its time, and a second signal must not wait for it.
            if (_listens)
                _ = _stop.CancelAsync();
        }
    });

    /// <summary>
    /// No longer listens. What was heard before is in <see cref="Token"/> when this returns; a signal that is still on its way in, on another
    /// thread, ends the program: nobody would look at the token any more. So its source is left to the collector.
    /// </summary>
    public void Dispose()
    {
        lock (_gate)
            _listens = false;
        foreach (var registration in _registrations)
            registration.Dispose();
    }
}
