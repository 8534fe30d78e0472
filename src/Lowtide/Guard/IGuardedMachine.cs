using Lowtide.Capture.Serving;
using Lowtide.Guard.Doors;
using Lowtide.Recordings;

namespace Lowtide.Guard;

/// <summary>What a guard asks of the machine between two looks, and the one thing that it does to it.</summary>
internal interface IGuardedMachine
{
    /// <inheritdoc cref="Readiness.Of"/>
    bool? Serves(int pid);

    /// <summary>Whether a process that serves is a worker of such a server, or one that only hands on what comes in (uWSGI's router, which ignores what a
    /// worker is asked by) or does other work beside (uWSGI's mules, which listen on nothing).</summary>
    bool IsWorker(int pid, IDoor door);

    /// <inheritdoc cref="ServerNow.Children"/>
    IReadOnlyList<(int Pid, long StartTicks)> Children(int head);

    /// <inheritdoc cref="ServerNow.Memory"/>
    MemoryUse? MemoryNow(int pid, long startTicks);

    /// <inheritdoc cref="ServerNow.RoomBytes"/>
    long? RoomBytes(int head);

    /// <summary>When the machine was started, by the clock of the watch.</summary>
    DateTimeOffset Booted { get; }

    /// <inheritdoc cref="AllDoors.Of"/>
    (IDoor Door, ServerFacts Facts)? DoorOf(int head);

    /// <inheritdoc cref="GuardClaim.TryOfServer"/>
    IDisposable? Claim(int head, out string? why);

    /// <inheritdoc cref="GuardClaim.TryOfMachine"/>
    IDisposable? Turn();

    /// <summary>Asks a worker to end, and waits until another serves.</summary>
    Task<RecycleOutcome> RecycleAsync(RecycleRequest request, CancellationToken cancellation);
}

/// <summary>This machine.</summary>
internal sealed class GuardedMachine(TimeProvider time) : IGuardedMachine
{
    public bool? Serves(int pid) => Readiness.Of(pid);

    public bool IsWorker(int pid, IDoor door) => IsWorkerOf(pid, door);

    public static bool IsWorkerOf(int pid, IDoor door) => ServerNow.Catches(pid, door.Signal) && (door.IsOfQueue || Readiness.Listens(pid));

    public IReadOnlyList<(int Pid, long StartTicks)> Children(int head) => ServerNow.Children(head);

    public MemoryUse? MemoryNow(int pid, long startTicks) => ServerNow.Memory(pid, startTicks);

    public long? RoomBytes(int head) => ServerNow.RoomBytes(head);

    public DateTimeOffset Booted => time.GetUtcNow() - ServerNow.Uptime;

    public (IDoor Door, ServerFacts Facts)? DoorOf(int head) => AllDoors.Of(head, time);

    public IDisposable? Claim(int head, out string? why) => GuardClaim.TryOfServer(head, out why);

    public IDisposable? Turn() => GuardClaim.TryOfMachine();

    public Task<RecycleOutcome> RecycleAsync(RecycleRequest request, CancellationToken cancellation) => Recycle.RunAsync(request, time, cancellation);
}
