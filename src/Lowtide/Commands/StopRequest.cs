using System.Runtime.InteropServices;

namespace Lowtide.Commands;

/// <summary>
/// Long work that is worth ending whole: the first Ctrl-C (or SIGTERM, as from timeout(1) or a service manager) asks it
/// to, and the second ends the program as if nobody had listened.
/// </summary>
internal sealed class StopRequest : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly PosixSignalRegistration[] _registrations;

    public StopRequest() =>
        _registrations = [Listen(PosixSignal.SIGINT), Listen(PosixSignal.SIGTERM), Listen(PosixSignal.SIGHUP)];

    public CancellationToken Token => _stop.Token;

    private PosixSignalRegistration Listen(PosixSignal signal) => PosixSignalRegistration.Create(signal, context =>
    {
        context.Cancel = !_stop.IsCancellationRequested;
        _stop.Cancel();
    });

    public void Dispose()
    {
        foreach (var registration in _registrations)
            registration.Dispose();
        _stop.Dispose();
    }
}
