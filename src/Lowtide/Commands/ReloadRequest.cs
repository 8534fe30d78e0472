using System.Runtime.InteropServices;

namespace Lowtide.Commands;

/// <summary>SIGHUP asks a service to read its settings again.</summary>
internal sealed class ReloadRequest : IDisposable
{
    private readonly PosixSignalRegistration _registration;

    public ReloadRequest(Action reload) => _registration = PosixSignalRegistration.Create(PosixSignal.SIGHUP, context =>
    {
        context.Cancel = true;
        reload();
    });

    public void Dispose() => _registration.Dispose();
}
