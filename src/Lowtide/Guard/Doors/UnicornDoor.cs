using Lowtide.Analysis.Servers;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>
/// unicorn: SIGQUIT to the worker, which ends its request first and is replaced under its own number (http_server.rb; unicorn 6.0).
/// </summary>
internal sealed class UnicornDoor : IDoor
{
    public string Server => ServerProgram.Unicorn;

    public string Way => "SIGQUIT to the worker";

    public int Signal => Signals.Quit;

    /// <summary>maintain_worker_count ends those whose number is too high: the one that was added.</summary>
    public bool HasStandby => true;

    public bool IsOf(ServerFacts facts) => ServerProgram.OfCommand(facts.Line) == ServerProgram.Unicorn;

    public string? Closed(ServerFacts facts, DoorOptions options) => facts.IsAlone ? "it has no master that would start another worker"
        : facts.Newer is { } newer ? UwsgiDoor.Changed(newer) : null;
}
