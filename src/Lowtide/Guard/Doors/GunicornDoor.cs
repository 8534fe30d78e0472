using Lowtide.Analysis.Servers;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>
/// gunicorn: SIGTERM to a worker. It ends what it has begun (handle_exit, workers/base.py; gunicorn 20.1), and the arbiter starts another.
/// </summary>
internal sealed class GunicornDoor : IDoor
{
    public string Server => ServerProgram.Gunicorn;

    public string Way => "SIGTERM to the worker";

    public bool IsOf(ServerFacts facts) => ServerProgram.OfCommand(facts.Line) == ServerProgram.Gunicorn;

    public string? Closed(ServerFacts facts, DoorOptions options) => facts.IsAlone ? "it has no arbiter that would start another worker" : null;

    public Task AskAsync(IServerHands hands, CancellationToken cancellation)
    {
        hands.SignalWorker(Signals.Terminate);
        return Task.CompletedTask;
    }
}
