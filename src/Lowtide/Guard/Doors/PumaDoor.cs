using Lowtide.Analysis.Servers;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>
/// Puma in cluster mode: SIGTERM to a worker. It tells its master, ends what it has begun, and another comes under its number (cluster/worker.rb; Puma 5.6).
/// One that takes longer than worker_shutdown_timeout (30 s) the master kills.
/// </summary>
internal sealed class PumaDoor : IDoor
{
    public string Server => ServerProgram.Puma;

    public string Way => "SIGTERM to the worker";

    public int Signal => Signals.Terminate;

    /// <summary>cull_workers ends the last of its list, which whoever comes is added to.</summary>
    public bool HasStandby => true;

    public bool IsOf(ServerFacts facts) => ServerProgram.OfCommand(facts.Line) == ServerProgram.Puma;

    public string? Closed(ServerFacts facts, DoorOptions options) => facts.IsAlone ? "it runs without workers (puma -w): to end it is to end the server"
        : facts.IsNested ? "its workers are forked by one of them (fork_worker), which cannot be ended alone"
        : facts.Newer is { } newer ? UwsgiDoor.Changed(newer) : null;
}
